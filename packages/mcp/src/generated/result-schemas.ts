// UPDATE_CLIENT=1 npm run unit -- generated-types makes this of the document of the public API.

export const CHECK = {
  "type": "object",
  "properties": {
    "id": {
      "type": "string",
      "description": "`chk_` and 20 characters. It opens nothing without a key of the workspace."
    },
    "object": {
      "type": "string",
      "const": "check"
    },
    "mode": {
      "type": "string",
      "description": "`test` for a check by a test key: it says nothing about any address.",
      "examples": [
        "live",
        "test"
      ]
    },
    "status": {
      "type": "string",
      "description": "The last two are final.",
      "examples": [
        "running",
        "completed",
        "failed"
      ]
    },
    "created_at": {
      "type": "string",
      "format": "date-time",
      "description": "When it was requested."
    },
    "address": {
      "type": "string",
      "description": "Canonical form."
    },
    "asset": {
      "type": "string",
      "description": "Ticker of the asset."
    },
    "network": {
      "type": "string",
      "description": "Id of the network."
    },
    "api_key": {
      "type": "string",
      "description": "Id of the key that asked for it."
    },
    "reference": {
      "description": "Your own id for it, as it was sent.",
      "type": [
        "string",
        "null"
      ]
    },
    "metadata": {
      "type": "object",
      "propertyNames": {
        "type": "string"
      },
      "additionalProperties": {
        "type": "string"
      },
      "description": "Your own facts, as they were sent."
    },
    "progress": {
      "type": "number",
      "minimum": 0,
      "maximum": 1,
      "description": "0 to 1 while it runs; 1 afterwards."
    },
    "charged": {
      "type": "boolean",
      "description": "Whether it costs a check: a repeat within 24 hours, a failed check, one without a rating and a test cost none."
    },
    "failure": {
      "anyOf": [
        {
          "type": "object",
          "properties": {
            "code": {
              "type": "string",
              "description": "Stable; decide by this."
            },
            "message": {
              "type": "string",
              "description": "What happened, in words."
            }
          },
          "required": [
            "code",
            "message"
          ]
        },
        {
          "type": "null"
        }
      ],
      "description": "Why a failed check failed; null for others."
    },
    "stars": {
      "anyOf": [
        {
          "type": "integer",
          "minimum": 1,
          "maximum": 5
        },
        {
          "type": "null"
        }
      ],
      "description": "1 (very risky) to 5 (safe); null: not rated, see `not_rated_reason`."
    },
    "score": {
      "anyOf": [
        {
          "type": "number",
          "minimum": 0,
          "maximum": 100
        },
        {
          "type": "null"
        }
      ],
      "description": "Risk from 0 to 100; null where not rated."
    },
    "verdict": {
      "anyOf": [
        {
          "type": "string",
          "examples": [
            "low",
            "medium",
            "high",
            "not_rated"
          ]
        },
        {
          "type": "null"
        }
      ],
      "description": "The risk in a word."
    },
    "not_rated_reason": {
      "anyOf": [
        {
          "type": "string",
          "examples": [
            "no_records",
            "not_traceable",
            "sources_failed",
            "too_little_attributed",
            "burn_address"
          ]
        },
        {
          "type": "null"
        }
      ],
      "description": "Why there are no stars; null for a rating."
    },
    "summary": {
      "anyOf": [
        {
          "type": "object",
          "properties": {
            "headline": {
              "type": "string",
              "description": "The result in a sentence."
            },
            "why": {
              "type": "string",
              "description": "Which rule decided."
            },
            "advice": {
              "description": "What to do, in a line.",
              "type": [
                "string",
                "null"
              ]
            },
            "would_change": {
              "type": "array",
              "items": {
                "type": "string"
              },
              "description": "What would make the result another one. Unless its own label decides, the first says the smallest change of a share, a path or a label that moves the stars."
            }
          },
          "required": [
            "headline",
            "why",
            "advice",
            "would_change"
          ]
        },
        {
          "type": "null"
        }
      ],
      "description": "The result in words."
    },
    "coverage": {
      "anyOf": [
        {
          "type": "object",
          "properties": {
            "attributed": {
              "type": "number",
              "minimum": 0,
              "maximum": 1.000001,
              "description": "Reaches an address with a label."
            },
            "clean": {
              "type": "number",
              "minimum": 0,
              "maximum": 1.000001,
              "description": "Of categories of low risk."
            },
            "not_followed": {
              "type": "number",
              "minimum": 0,
              "maximum": 1.000001,
              "description": "Was not followed to an end."
            }
          },
          "required": [
            "attributed",
            "clean",
            "not_followed"
          ]
        },
        {
          "type": "null"
        }
      ],
      "description": "Shares of all value: with a label, clean, and not followed to an end."
    },
    "confidence": {
      "anyOf": [
        {
          "type": "string",
          "examples": [
            "high",
            "medium",
            "low"
          ]
        },
        {
          "type": "null"
        }
      ],
      "description": "How sure the result is."
    },
    "exposures": {
      "anyOf": [
        {
          "type": "object",
          "properties": {
            "incoming": {
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "category": {
                    "anyOf": [
                      {
                        "type": "string",
                        "examples": [
                          "sanctions",
                          "terrorism_financing",
                          "child_exploitation",
                          "issuer_frozen",
                          "stolen_coins",
                          "ransom",
                          "scam",
                          "dark_market",
                          "dark_service",
                          "illegal_service",
                          "malware",
                          "exchange_fraudulent",
                          "mixer",
                          "enforcement_action",
                          "seized_assets",
                          "gambling",
                          "exchange_unlicensed",
                          "p2p_exchange_unlicensed",
                          "atm",
                          "coinjoin",
                          "bridge",
                          "unlabelled_service",
                          "other_entities",
                          "exchange_licence_unknown",
                          "p2p_exchange_licence_unknown",
                          "liquidity_pools",
                          "marketplace",
                          "online_wallet",
                          "p2p_exchange_licensed",
                          "payment_processor",
                          "exchange_licensed",
                          "miner",
                          "staking",
                          "issuer",
                          "foundation"
                        ]
                      },
                      {
                        "type": "string",
                        "examples": [
                          "unknown_origin",
                          "not_followed",
                          "still_held",
                          "fee"
                        ]
                      }
                    ],
                    "description": "A category of the method, or a residual such as `unknown_origin`."
                  },
                  "title": {
                    "type": "string",
                    "description": "Name of the category."
                  },
                  "risk": {
                    "type": "string",
                    "description": "Risk group of the category; `none` for residuals.",
                    "examples": [
                      "high",
                      "mid",
                      "low",
                      "none"
                    ]
                  },
                  "share": {
                    "type": "number",
                    "minimum": 0,
                    "maximum": 1.000001,
                    "description": "Of all value that moved in this direction, 0 to 1; the shares of a direction sum to 1."
                  },
                  "amount_usd": {
                    "description": "US dollars at the prices of the days it moved; null where no price is known.",
                    "type": [
                      "number",
                      "null"
                    ]
                  }
                },
                "required": [
                  "category",
                  "title",
                  "risk",
                  "share",
                  "amount_usd"
                ]
              },
              "description": "Where the money came from."
            },
            "outgoing": {
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "category": {
                    "anyOf": [
                      {
                        "type": "string",
                        "examples": [
                          "sanctions",
                          "terrorism_financing",
                          "child_exploitation",
                          "issuer_frozen",
                          "stolen_coins",
                          "ransom",
                          "scam",
                          "dark_market",
                          "dark_service",
                          "illegal_service",
                          "malware",
                          "exchange_fraudulent",
                          "mixer",
                          "enforcement_action",
                          "seized_assets",
                          "gambling",
                          "exchange_unlicensed",
                          "p2p_exchange_unlicensed",
                          "atm",
                          "coinjoin",
                          "bridge",
                          "unlabelled_service",
                          "other_entities",
                          "exchange_licence_unknown",
                          "p2p_exchange_licence_unknown",
                          "liquidity_pools",
                          "marketplace",
                          "online_wallet",
                          "p2p_exchange_licensed",
                          "payment_processor",
                          "exchange_licensed",
                          "miner",
                          "staking",
                          "issuer",
                          "foundation"
                        ]
                      },
                      {
                        "type": "string",
                        "examples": [
                          "unknown_origin",
                          "not_followed",
                          "still_held",
                          "fee"
                        ]
                      }
                    ],
                    "description": "A category of the method, or a residual such as `unknown_origin`."
                  },
                  "title": {
                    "type": "string",
                    "description": "Name of the category."
                  },
                  "risk": {
                    "type": "string",
                    "description": "Risk group of the category; `none` for residuals.",
                    "examples": [
                      "high",
                      "mid",
                      "low",
                      "none"
                    ]
                  },
                  "share": {
                    "type": "number",
                    "minimum": 0,
                    "maximum": 1.000001,
                    "description": "Of all value that moved in this direction, 0 to 1; the shares of a direction sum to 1."
                  },
                  "amount_usd": {
                    "description": "US dollars at the prices of the days it moved; null where no price is known.",
                    "type": [
                      "number",
                      "null"
                    ]
                  }
                },
                "required": [
                  "category",
                  "title",
                  "risk",
                  "share",
                  "amount_usd"
                ]
              },
              "description": "Where the money went."
            }
          },
          "required": [
            "incoming",
            "outgoing"
          ]
        },
        {
          "type": "null"
        }
      ],
      "description": "Shares of all value by category, in both directions."
    },
    "labels": {
      "anyOf": [
        {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "entity": {
                "type": "string",
                "description": "What the label names."
              },
              "category": {
                "type": "string",
                "description": "Category of the method.",
                "examples": [
                  "sanctions",
                  "terrorism_financing",
                  "child_exploitation",
                  "issuer_frozen",
                  "stolen_coins",
                  "ransom",
                  "scam",
                  "dark_market",
                  "dark_service",
                  "illegal_service",
                  "malware",
                  "exchange_fraudulent",
                  "mixer",
                  "enforcement_action",
                  "seized_assets",
                  "gambling",
                  "exchange_unlicensed",
                  "p2p_exchange_unlicensed",
                  "atm",
                  "coinjoin",
                  "bridge",
                  "unlabelled_service",
                  "other_entities",
                  "exchange_licence_unknown",
                  "p2p_exchange_licence_unknown",
                  "liquidity_pools",
                  "marketplace",
                  "online_wallet",
                  "p2p_exchange_licensed",
                  "payment_processor",
                  "exchange_licensed",
                  "miner",
                  "staking",
                  "issuer",
                  "foundation"
                ]
              },
              "confidence": {
                "type": "integer",
                "minimum": 0,
                "maximum": 100,
                "description": "0 to 100: how certain the source is."
              },
              "source": {
                "type": "string",
                "description": "Name of the source."
              },
              "source_url": {
                "description": "Where it was published.",
                "type": [
                  "string",
                  "null"
                ]
              },
              "source_date": {
                "description": "When it was published.",
                "type": [
                  "string",
                  "null"
                ]
              },
              "valid_from": {
                "description": "Since when the label applies; null: always.",
                "type": [
                  "string",
                  "null"
                ]
              },
              "valid_to": {
                "description": "Until when the label applies; null: still.",
                "type": [
                  "string",
                  "null"
                ]
              },
              "origin": {
                "type": "string",
                "description": "Published by a source, or derived from records.",
                "examples": [
                  "given",
                  "derived"
                ]
              },
              "carried_from": {
                "description": "Network id that the claim was made on, where version 2 of the method carries it to the same key on this one.",
                "type": "string"
              },
              "derived_by": {
                "description": "Rule of version 2 of the method that derived it from records.",
                "type": "string",
                "examples": [
                  "cluster",
                  "deposit_address",
                  "unlabelled_service"
                ]
              }
            },
            "required": [
              "entity",
              "category",
              "confidence",
              "source",
              "source_url",
              "source_date",
              "valid_from",
              "valid_to",
              "origin"
            ]
          }
        },
        {
          "type": "null"
        }
      ],
      "description": "The address’s own labels."
    },
    "notes": {
      "anyOf": [
        {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "kind": {
                "type": "string",
                "description": "What the note is about. New kinds may be added."
              },
              "text": {
                "type": "string",
                "description": "The note in words."
              }
            },
            "required": [
              "kind",
              "text"
            ]
          }
        },
        {
          "type": "null"
        }
      ],
      "description": "What else to know, such as a freeze by the issuer."
    },
    "history_gaps": {
      "anyOf": [
        {
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        {
          "type": "null"
        }
      ],
      "description": "What the history of the address is known to lack, one sentence each, such as entries that could not be read, or transfers that do not come to the present balance; entries that were listed twice are named too. Empty where nothing is known."
    },
    "method_version": {
      "description": "Version of the method that rated it.",
      "type": [
        "string",
        "null"
      ]
    },
    "label_set_version": {
      "description": "Version of the labels that were used.",
      "type": [
        "string",
        "null"
      ]
    },
    "result_url": {
      "description": "The page of the result; its address alone opens it, unless sharing is off.",
      "type": [
        "string",
        "null"
      ]
    },
    "report_url": {
      "description": "The signed report, a PDF.",
      "type": [
        "string",
        "null"
      ]
    },
    "certificate_url": {
      "description": "The signed certificate, JSON that anybody can verify; null in test mode.",
      "type": [
        "string",
        "null"
      ]
    }
  },
  "required": [
    "id",
    "object",
    "mode",
    "status",
    "created_at",
    "address",
    "asset",
    "network",
    "api_key",
    "reference",
    "metadata",
    "progress",
    "charged",
    "failure",
    "stars",
    "score",
    "verdict",
    "not_rated_reason",
    "summary",
    "coverage",
    "confidence",
    "exposures",
    "labels",
    "notes",
    "history_gaps",
    "method_version",
    "label_set_version",
    "result_url",
    "report_url",
    "certificate_url"
  ],
  "examples": [
    {
      "id": "chk_7Qm2Zt9bXw4LkR1sVn0c",
      "object": "check",
      "mode": "test",
      "status": "completed",
      "created_at": "2026-11-26T09:30:00.000Z",
      "address": "TEzpqRHcCDTgKCNY61krG1Xjk5umndGRCZ",
      "asset": "USDT",
      "network": "TRX",
      "reference": "deposit-8731",
      "metadata": {
        "customer": "42"
      },
      "api_key": "key_4fT9bWq2Xc7LmZ1p",
      "progress": 1,
      "charged": false,
      "failure": null,
      "stars": 1,
      "score": 100,
      "verdict": "high",
      "not_rated_reason": null,
      "summary": {
        "headline": "Test result. 1 star, with a label of the category `sanctions` on the address itself.",
        "why": "This is a published answer for a test address. It says nothing about any wallet.",
        "advice": null,
        "would_change": []
      },
      "coverage": {
        "attributed": 0.5,
        "clean": 0.5,
        "not_followed": 0
      },
      "confidence": "high",
      "exposures": {
        "incoming": [
          {
            "category": "exchange_licensed",
            "title": "Exchange licensed",
            "risk": "low",
            "share": 0.5,
            "amount_usd": 500
          },
          {
            "category": "unknown_origin",
            "title": "Unknown origin",
            "risk": "none",
            "share": 0.5,
            "amount_usd": 500
          }
        ],
        "outgoing": [
          {
            "category": "still_held",
            "title": "Still held",
            "risk": "none",
            "share": 1,
            "amount_usd": 1000
          }
        ]
      },
      "labels": [
        {
          "entity": "Test entity, sanctions",
          "category": "sanctions",
          "confidence": 100,
          "source": "Test mode",
          "source_url": null,
          "source_date": "2026-01-01",
          "valid_from": null,
          "valid_to": null,
          "origin": "given"
        }
      ],
      "notes": [
        {
          "kind": "test_mode",
          "text": "This is a published answer for a test address. It says nothing about any wallet."
        }
      ],
      "history_gaps": [],
      "method_version": "test",
      "label_set_version": "test",
      "result_url": null,
      "report_url": null,
      "certificate_url": null
    }
  ]
} as const;

export const TRANSFER = {
  "type": "object",
  "properties": {
    "id": {
      "type": "string",
      "description": "`trf_` and 20 characters. It opens nothing without a key of the workspace."
    },
    "object": {
      "type": "string",
      "const": "transfer"
    },
    "mode": {
      "type": "string",
      "description": "`test` for a check by a test key: it says nothing about any address.",
      "examples": [
        "live",
        "test"
      ]
    },
    "status": {
      "type": "string",
      "description": "The last two are final.",
      "examples": [
        "running",
        "completed",
        "failed"
      ]
    },
    "created_at": {
      "type": "string",
      "format": "date-time",
      "description": "When it was requested."
    },
    "address": {
      "type": "string",
      "description": "Whose payment it is, in canonical form: the side."
    },
    "asset": {
      "type": "string",
      "description": "Ticker of the asset."
    },
    "network": {
      "type": "string",
      "description": "Id of the network."
    },
    "api_key": {
      "type": "string",
      "description": "Id of the key that asked for it."
    },
    "reference": {
      "description": "Your own id for it, as it was sent.",
      "type": [
        "string",
        "null"
      ]
    },
    "metadata": {
      "type": "object",
      "propertyNames": {
        "type": "string"
      },
      "additionalProperties": {
        "type": "string"
      },
      "description": "Your own facts, as they were sent."
    },
    "progress": {
      "type": "number",
      "minimum": 0,
      "maximum": 1,
      "description": "0 to 1 while it runs; 1 afterwards."
    },
    "charged": {
      "type": "boolean",
      "description": "Whether it costs a check: a repeat within 24 hours, a failed check, one without a rating and a test cost none."
    },
    "failure": {
      "anyOf": [
        {
          "type": "object",
          "properties": {
            "code": {
              "type": "string",
              "description": "Stable; decide by this."
            },
            "message": {
              "type": "string",
              "description": "What happened, in words."
            }
          },
          "required": [
            "code",
            "message"
          ]
        },
        {
          "type": "null"
        }
      ],
      "description": "Why a failed check failed; null for others."
    },
    "stars": {
      "anyOf": [
        {
          "type": "integer",
          "minimum": 1,
          "maximum": 5
        },
        {
          "type": "null"
        }
      ],
      "description": "1 (very risky) to 5 (safe); null: not rated, see `not_rated_reason`."
    },
    "score": {
      "anyOf": [
        {
          "type": "number",
          "minimum": 0,
          "maximum": 100
        },
        {
          "type": "null"
        }
      ],
      "description": "Risk from 0 to 100; null where not rated."
    },
    "verdict": {
      "anyOf": [
        {
          "type": "string",
          "examples": [
            "low",
            "medium",
            "high",
            "not_rated"
          ]
        },
        {
          "type": "null"
        }
      ],
      "description": "The risk in a word."
    },
    "not_rated_reason": {
      "anyOf": [
        {
          "type": "string",
          "examples": [
            "no_records",
            "not_traceable",
            "sources_failed",
            "too_little_attributed",
            "burn_address"
          ]
        },
        {
          "type": "null"
        }
      ],
      "description": "Why there are no stars; null for a rating."
    },
    "summary": {
      "anyOf": [
        {
          "type": "object",
          "properties": {
            "headline": {
              "type": "string",
              "description": "The result in a sentence."
            },
            "why": {
              "type": "string",
              "description": "Which rule decided."
            },
            "advice": {
              "description": "What to do, in a line.",
              "type": [
                "string",
                "null"
              ]
            },
            "would_change": {
              "type": "array",
              "items": {
                "type": "string"
              },
              "description": "What would make the result another one. Unless its own label decides, the first says the smallest change of a share, a path or a label that moves the stars."
            }
          },
          "required": [
            "headline",
            "why",
            "advice",
            "would_change"
          ]
        },
        {
          "type": "null"
        }
      ],
      "description": "The result in words."
    },
    "coverage": {
      "anyOf": [
        {
          "type": "object",
          "properties": {
            "attributed": {
              "type": "number",
              "minimum": 0,
              "maximum": 1.000001,
              "description": "Reaches an address with a label."
            },
            "clean": {
              "type": "number",
              "minimum": 0,
              "maximum": 1.000001,
              "description": "Of categories of low risk."
            },
            "not_followed": {
              "type": "number",
              "minimum": 0,
              "maximum": 1.000001,
              "description": "Was not followed to an end."
            }
          },
          "required": [
            "attributed",
            "clean",
            "not_followed"
          ]
        },
        {
          "type": "null"
        }
      ],
      "description": "Shares of all value: with a label, clean, and not followed to an end."
    },
    "confidence": {
      "anyOf": [
        {
          "type": "string",
          "examples": [
            "high",
            "medium",
            "low"
          ]
        },
        {
          "type": "null"
        }
      ],
      "description": "How sure the result is."
    },
    "exposures": {
      "anyOf": [
        {
          "type": "object",
          "properties": {
            "incoming": {
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "category": {
                    "anyOf": [
                      {
                        "type": "string",
                        "examples": [
                          "sanctions",
                          "terrorism_financing",
                          "child_exploitation",
                          "issuer_frozen",
                          "stolen_coins",
                          "ransom",
                          "scam",
                          "dark_market",
                          "dark_service",
                          "illegal_service",
                          "malware",
                          "exchange_fraudulent",
                          "mixer",
                          "enforcement_action",
                          "seized_assets",
                          "gambling",
                          "exchange_unlicensed",
                          "p2p_exchange_unlicensed",
                          "atm",
                          "coinjoin",
                          "bridge",
                          "unlabelled_service",
                          "other_entities",
                          "exchange_licence_unknown",
                          "p2p_exchange_licence_unknown",
                          "liquidity_pools",
                          "marketplace",
                          "online_wallet",
                          "p2p_exchange_licensed",
                          "payment_processor",
                          "exchange_licensed",
                          "miner",
                          "staking",
                          "issuer",
                          "foundation"
                        ]
                      },
                      {
                        "type": "string",
                        "examples": [
                          "unknown_origin",
                          "not_followed",
                          "still_held",
                          "fee"
                        ]
                      }
                    ],
                    "description": "A category of the method, or a residual such as `unknown_origin`."
                  },
                  "title": {
                    "type": "string",
                    "description": "Name of the category."
                  },
                  "risk": {
                    "type": "string",
                    "description": "Risk group of the category; `none` for residuals.",
                    "examples": [
                      "high",
                      "mid",
                      "low",
                      "none"
                    ]
                  },
                  "share": {
                    "type": "number",
                    "minimum": 0,
                    "maximum": 1.000001,
                    "description": "Of all value that moved in this direction, 0 to 1; the shares of a direction sum to 1."
                  },
                  "amount_usd": {
                    "description": "US dollars at the prices of the days it moved; null where no price is known.",
                    "type": [
                      "number",
                      "null"
                    ]
                  }
                },
                "required": [
                  "category",
                  "title",
                  "risk",
                  "share",
                  "amount_usd"
                ]
              },
              "description": "Where the money came from."
            },
            "outgoing": {
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "category": {
                    "anyOf": [
                      {
                        "type": "string",
                        "examples": [
                          "sanctions",
                          "terrorism_financing",
                          "child_exploitation",
                          "issuer_frozen",
                          "stolen_coins",
                          "ransom",
                          "scam",
                          "dark_market",
                          "dark_service",
                          "illegal_service",
                          "malware",
                          "exchange_fraudulent",
                          "mixer",
                          "enforcement_action",
                          "seized_assets",
                          "gambling",
                          "exchange_unlicensed",
                          "p2p_exchange_unlicensed",
                          "atm",
                          "coinjoin",
                          "bridge",
                          "unlabelled_service",
                          "other_entities",
                          "exchange_licence_unknown",
                          "p2p_exchange_licence_unknown",
                          "liquidity_pools",
                          "marketplace",
                          "online_wallet",
                          "p2p_exchange_licensed",
                          "payment_processor",
                          "exchange_licensed",
                          "miner",
                          "staking",
                          "issuer",
                          "foundation"
                        ]
                      },
                      {
                        "type": "string",
                        "examples": [
                          "unknown_origin",
                          "not_followed",
                          "still_held",
                          "fee"
                        ]
                      }
                    ],
                    "description": "A category of the method, or a residual such as `unknown_origin`."
                  },
                  "title": {
                    "type": "string",
                    "description": "Name of the category."
                  },
                  "risk": {
                    "type": "string",
                    "description": "Risk group of the category; `none` for residuals.",
                    "examples": [
                      "high",
                      "mid",
                      "low",
                      "none"
                    ]
                  },
                  "share": {
                    "type": "number",
                    "minimum": 0,
                    "maximum": 1.000001,
                    "description": "Of all value that moved in this direction, 0 to 1; the shares of a direction sum to 1."
                  },
                  "amount_usd": {
                    "description": "US dollars at the prices of the days it moved; null where no price is known.",
                    "type": [
                      "number",
                      "null"
                    ]
                  }
                },
                "required": [
                  "category",
                  "title",
                  "risk",
                  "share",
                  "amount_usd"
                ]
              },
              "description": "Where the money went."
            }
          },
          "required": [
            "incoming",
            "outgoing"
          ]
        },
        {
          "type": "null"
        }
      ],
      "description": "Shares of all value by category, in both directions."
    },
    "labels": {
      "anyOf": [
        {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "entity": {
                "type": "string",
                "description": "What the label names."
              },
              "category": {
                "type": "string",
                "description": "Category of the method.",
                "examples": [
                  "sanctions",
                  "terrorism_financing",
                  "child_exploitation",
                  "issuer_frozen",
                  "stolen_coins",
                  "ransom",
                  "scam",
                  "dark_market",
                  "dark_service",
                  "illegal_service",
                  "malware",
                  "exchange_fraudulent",
                  "mixer",
                  "enforcement_action",
                  "seized_assets",
                  "gambling",
                  "exchange_unlicensed",
                  "p2p_exchange_unlicensed",
                  "atm",
                  "coinjoin",
                  "bridge",
                  "unlabelled_service",
                  "other_entities",
                  "exchange_licence_unknown",
                  "p2p_exchange_licence_unknown",
                  "liquidity_pools",
                  "marketplace",
                  "online_wallet",
                  "p2p_exchange_licensed",
                  "payment_processor",
                  "exchange_licensed",
                  "miner",
                  "staking",
                  "issuer",
                  "foundation"
                ]
              },
              "confidence": {
                "type": "integer",
                "minimum": 0,
                "maximum": 100,
                "description": "0 to 100: how certain the source is."
              },
              "source": {
                "type": "string",
                "description": "Name of the source."
              },
              "source_url": {
                "description": "Where it was published.",
                "type": [
                  "string",
                  "null"
                ]
              },
              "source_date": {
                "description": "When it was published.",
                "type": [
                  "string",
                  "null"
                ]
              },
              "valid_from": {
                "description": "Since when the label applies; null: always.",
                "type": [
                  "string",
                  "null"
                ]
              },
              "valid_to": {
                "description": "Until when the label applies; null: still.",
                "type": [
                  "string",
                  "null"
                ]
              },
              "origin": {
                "type": "string",
                "description": "Published by a source, or derived from records.",
                "examples": [
                  "given",
                  "derived"
                ]
              },
              "carried_from": {
                "description": "Network id that the claim was made on, where version 2 of the method carries it to the same key on this one.",
                "type": "string"
              },
              "derived_by": {
                "description": "Rule of version 2 of the method that derived it from records.",
                "type": "string",
                "examples": [
                  "cluster",
                  "deposit_address",
                  "unlabelled_service"
                ]
              }
            },
            "required": [
              "entity",
              "category",
              "confidence",
              "source",
              "source_url",
              "source_date",
              "valid_from",
              "valid_to",
              "origin"
            ]
          }
        },
        {
          "type": "null"
        }
      ],
      "description": "The address’s own labels."
    },
    "notes": {
      "anyOf": [
        {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "kind": {
                "type": "string",
                "description": "What the note is about. New kinds may be added."
              },
              "text": {
                "type": "string",
                "description": "The note in words."
              }
            },
            "required": [
              "kind",
              "text"
            ]
          }
        },
        {
          "type": "null"
        }
      ],
      "description": "What else to know, such as a freeze by the issuer."
    },
    "history_gaps": {
      "anyOf": [
        {
          "type": "array",
          "items": {
            "type": "string"
          }
        },
        {
          "type": "null"
        }
      ],
      "description": "What the history of the address is known to lack, one sentence each, such as entries that could not be read, or transfers that do not come to the present balance; entries that were listed twice are named too. Empty where nothing is known."
    },
    "method_version": {
      "description": "Version of the method that rated it.",
      "type": [
        "string",
        "null"
      ]
    },
    "label_set_version": {
      "description": "Version of the labels that were used.",
      "type": [
        "string",
        "null"
      ]
    },
    "result_url": {
      "description": "The page of the result; its address alone opens it, unless sharing is off.",
      "type": [
        "string",
        "null"
      ]
    },
    "report_url": {
      "description": "The signed report, a PDF.",
      "type": [
        "string",
        "null"
      ]
    },
    "certificate_url": {
      "description": "The signed certificate, JSON that anybody can verify; null in test mode.",
      "type": [
        "string",
        "null"
      ]
    },
    "payment": {
      "type": "object",
      "properties": {
        "transaction_id": {
          "type": "string",
          "description": "As the records write it."
        },
        "direction": {
          "type": "string",
          "description": "`deposit`: `address` received it; `withdrawal`: `address` paid it.",
          "examples": [
            "deposit",
            "withdrawal"
          ]
        },
        "time": {
          "anyOf": [
            {
              "type": "string",
              "format": "date-time"
            },
            {
              "type": "null"
            }
          ],
          "description": "When it was made."
        },
        "block": {
          "description": "Number of its block; null where no source gave one.",
          "type": [
            "string",
            "null"
          ]
        },
        "confirmed": {
          "description": "False for a deposit that waited for a block when it was rated: another transaction can still take its place, `time` is when it was seen, and it has no report and no certificate. Create the transfer again once it is confirmed.",
          "type": [
            "boolean",
            "null"
          ]
        },
        "amount": {
          "anyOf": [
            {
              "type": "string",
              "pattern": "^\\d+$"
            },
            {
              "type": "null"
            }
          ],
          "description": "What was paid, in base units of the asset."
        },
        "amount_usd": {
          "description": "US dollars at the price of its day; null where no price is known.",
          "type": [
            "number",
            "null"
          ]
        },
        "moves": {
          "anyOf": [
            {
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "from": {
                    "description": "Who paid; null for an output of coins.",
                    "type": [
                      "string",
                      "null"
                    ]
                  },
                  "to": {
                    "description": "Who received; null for an input of coins.",
                    "type": [
                      "string",
                      "null"
                    ]
                  },
                  "amount": {
                    "type": "string",
                    "pattern": "^\\d+$",
                    "description": "In base units of the asset."
                  },
                  "kind": {
                    "type": "string",
                    "description": "How the network moves it.",
                    "examples": [
                      "fee",
                      "native",
                      "internal",
                      "token",
                      "coin"
                    ]
                  }
                },
                "required": [
                  "from",
                  "to",
                  "amount",
                  "kind"
                ]
              }
            },
            {
              "type": "null"
            }
          ],
          "description": "What the transaction moved of the asset, in order, at most 100."
        },
        "moves_in_all": {
          "anyOf": [
            {
              "type": "integer",
              "minimum": 0
            },
            {
              "type": "null"
            }
          ],
          "description": "All of them, with those that `moves` leaves out."
        },
        "parties": {
          "anyOf": [
            {
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "address": {
                    "type": "string",
                    "description": "In canonical form."
                  },
                  "paid": {
                    "type": "string",
                    "pattern": "^\\d+$",
                    "description": "In base units of the asset."
                  },
                  "received": {
                    "type": "string",
                    "pattern": "^\\d+$",
                    "description": "In base units of the asset."
                  },
                  "label": {
                    "anyOf": [
                      {
                        "type": "object",
                        "properties": {
                          "entity": {
                            "type": "string",
                            "description": "What the label names."
                          },
                          "category": {
                            "type": "string",
                            "description": "Category of the method.",
                            "examples": [
                              "sanctions",
                              "terrorism_financing",
                              "child_exploitation",
                              "issuer_frozen",
                              "stolen_coins",
                              "ransom",
                              "scam",
                              "dark_market",
                              "dark_service",
                              "illegal_service",
                              "malware",
                              "exchange_fraudulent",
                              "mixer",
                              "enforcement_action",
                              "seized_assets",
                              "gambling",
                              "exchange_unlicensed",
                              "p2p_exchange_unlicensed",
                              "atm",
                              "coinjoin",
                              "bridge",
                              "unlabelled_service",
                              "other_entities",
                              "exchange_licence_unknown",
                              "p2p_exchange_licence_unknown",
                              "liquidity_pools",
                              "marketplace",
                              "online_wallet",
                              "p2p_exchange_licensed",
                              "payment_processor",
                              "exchange_licensed",
                              "miner",
                              "staking",
                              "issuer",
                              "foundation"
                            ]
                          }
                        },
                        "required": [
                          "entity",
                          "category"
                        ]
                      },
                      {
                        "type": "null"
                      }
                    ],
                    "description": "The label that counted for it when the transaction was made."
                  }
                },
                "required": [
                  "address",
                  "paid",
                  "received",
                  "label"
                ]
              }
            },
            {
              "type": "null"
            }
          ],
          "description": "Who paid and received how much, by amount, at most 100."
        }
      },
      "required": [
        "transaction_id",
        "direction",
        "time",
        "block",
        "confirmed",
        "amount",
        "amount_usd",
        "moves",
        "moves_in_all",
        "parties"
      ],
      "description": "The payment that is rated. All but its transaction and direction are null until `status` is `completed`."
    }
  },
  "required": [
    "id",
    "object",
    "mode",
    "status",
    "created_at",
    "address",
    "asset",
    "network",
    "api_key",
    "reference",
    "metadata",
    "progress",
    "charged",
    "failure",
    "stars",
    "score",
    "verdict",
    "not_rated_reason",
    "summary",
    "coverage",
    "confidence",
    "exposures",
    "labels",
    "notes",
    "history_gaps",
    "method_version",
    "label_set_version",
    "result_url",
    "report_url",
    "certificate_url",
    "payment"
  ],
  "examples": [
    {
      "id": "trf_2Lk8Wq5zTy1NcR7mXb4v",
      "object": "transfer",
      "mode": "test",
      "status": "completed",
      "created_at": "2026-11-26T09:30:00.000Z",
      "address": "THBNfNzuGVYfU2s39FrzpJYwzkGytJstwd",
      "asset": "USDT",
      "network": "TRX",
      "reference": "deposit-8732",
      "metadata": {
        "customer": "42"
      },
      "api_key": "key_4fT9bWq2Xc7LmZ1p",
      "progress": 1,
      "charged": false,
      "failure": null,
      "stars": 1,
      "score": 100,
      "verdict": "high",
      "not_rated_reason": null,
      "summary": {
        "headline": "Test result. 1 star: the other end has a label of the category `sanctions`.",
        "why": "This is a published answer for a test address. It says nothing about any wallet.",
        "advice": null,
        "would_change": []
      },
      "coverage": {
        "attributed": 1,
        "clean": 0,
        "not_followed": 0
      },
      "confidence": "high",
      "exposures": {
        "incoming": [
          {
            "category": "sanctions",
            "title": "Sanctions",
            "risk": "high",
            "share": 1,
            "amount_usd": 1000
          }
        ],
        "outgoing": []
      },
      "labels": [],
      "notes": [
        {
          "kind": "test_mode",
          "text": "This is a published answer for a test address. It says nothing about any wallet."
        }
      ],
      "history_gaps": [],
      "method_version": "test",
      "label_set_version": "test",
      "result_url": null,
      "report_url": null,
      "certificate_url": null,
      "payment": {
        "transaction_id": "1abdb6054dcec7c77e75060d2d47b86ee756be859a65fc06b4c09b85a4196aaa",
        "direction": "deposit",
        "time": "2026-01-01T00:00:00.000Z",
        "block": "1",
        "confirmed": true,
        "amount": "10000000",
        "amount_usd": 1000,
        "moves": [
          {
            "from": "TS5ihzm66vjWw2dyyjoXJJ9Ygxn1b3CN3E",
            "to": "THBNfNzuGVYfU2s39FrzpJYwzkGytJstwd",
            "amount": "10000000",
            "kind": "token"
          }
        ],
        "moves_in_all": 1,
        "parties": [
          {
            "address": "TS5ihzm66vjWw2dyyjoXJJ9Ygxn1b3CN3E",
            "paid": "10000000",
            "received": "0",
            "label": {
              "entity": "Test entity, sanctions",
              "category": "sanctions"
            }
          },
          {
            "address": "THBNfNzuGVYfU2s39FrzpJYwzkGytJstwd",
            "paid": "0",
            "received": "10000000",
            "label": null
          }
        ]
      }
    }
  ]
} as const;

export const WITHDRAWAL_ATTEMPT = {
  "type": "object",
  "properties": {
    "id": {
      "type": "string",
      "description": "`wat_` and 20 characters. It opens nothing without a key of the workspace."
    },
    "object": {
      "type": "string",
      "const": "withdrawal_attempt"
    },
    "mode": {
      "type": "string",
      "description": "`test` for a check by a test key: it says nothing about any address.",
      "examples": [
        "live",
        "test"
      ]
    },
    "created_at": {
      "type": "string",
      "format": "date-time",
      "description": "When it was requested."
    },
    "address": {
      "type": "string",
      "description": "Where the money would go, in canonical form."
    },
    "from": {
      "description": "Your wallet, in canonical form; null where none was named.",
      "type": [
        "string",
        "null"
      ]
    },
    "asset": {
      "type": "string",
      "description": "Ticker of the asset."
    },
    "network": {
      "type": "string",
      "description": "Id of the network."
    },
    "amount": {
      "type": "string",
      "description": "In whole units of the asset, as it was sent."
    },
    "amount_base_units": {
      "type": "string",
      "pattern": "^\\d+$",
      "description": "The same in base units of the asset."
    },
    "api_key": {
      "type": "string",
      "description": "Id of the key that asked for it."
    },
    "reference": {
      "description": "Your own id for it, as it was sent.",
      "type": [
        "string",
        "null"
      ]
    },
    "metadata": {
      "type": "object",
      "propertyNames": {
        "type": "string"
      },
      "additionalProperties": {
        "type": "string"
      },
      "description": "Your own facts, as they were sent."
    },
    "stars": {
      "anyOf": [
        {
          "type": "integer",
          "minimum": 1,
          "maximum": 5
        },
        {
          "type": "null"
        }
      ],
      "description": "1 (very risky) to 5 (safe); null: not rated, see `not_rated_reason`."
    },
    "score": {
      "anyOf": [
        {
          "type": "number",
          "minimum": 0,
          "maximum": 100
        },
        {
          "type": "null"
        }
      ],
      "description": "Risk from 0 to 100; null where not rated."
    },
    "not_rated_reason": {
      "anyOf": [
        {
          "type": "string",
          "examples": [
            "no_records",
            "not_traceable",
            "sources_failed",
            "too_little_attributed",
            "burn_address"
          ]
        },
        {
          "type": "null"
        }
      ],
      "description": "Why there are no stars; null for a rating."
    },
    "verdict": {
      "type": "string",
      "description": "The risk in a word.",
      "examples": [
        "low",
        "medium",
        "high",
        "not_rated"
      ]
    },
    "headline": {
      "type": "string",
      "description": "The rating in a sentence."
    },
    "coverage": {
      "type": "object",
      "properties": {
        "attributed": {
          "type": "number",
          "minimum": 0,
          "maximum": 1.000001,
          "description": "Reaches an address with a label."
        },
        "clean": {
          "type": "number",
          "minimum": 0,
          "maximum": 1.000001,
          "description": "Of categories of low risk."
        },
        "not_followed": {
          "type": "number",
          "minimum": 0,
          "maximum": 1.000001,
          "description": "Was not followed to an end."
        }
      },
      "required": [
        "attributed",
        "clean",
        "not_followed"
      ],
      "description": "Shares of all value: with a label, clean, and not followed to an end."
    },
    "confidence": {
      "type": "string",
      "description": "How sure the rating is.",
      "examples": [
        "high",
        "medium",
        "low"
      ]
    },
    "exposures": {
      "type": "object",
      "properties": {
        "incoming": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "category": {
                "anyOf": [
                  {
                    "type": "string",
                    "examples": [
                      "sanctions",
                      "terrorism_financing",
                      "child_exploitation",
                      "issuer_frozen",
                      "stolen_coins",
                      "ransom",
                      "scam",
                      "dark_market",
                      "dark_service",
                      "illegal_service",
                      "malware",
                      "exchange_fraudulent",
                      "mixer",
                      "enforcement_action",
                      "seized_assets",
                      "gambling",
                      "exchange_unlicensed",
                      "p2p_exchange_unlicensed",
                      "atm",
                      "coinjoin",
                      "bridge",
                      "unlabelled_service",
                      "other_entities",
                      "exchange_licence_unknown",
                      "p2p_exchange_licence_unknown",
                      "liquidity_pools",
                      "marketplace",
                      "online_wallet",
                      "p2p_exchange_licensed",
                      "payment_processor",
                      "exchange_licensed",
                      "miner",
                      "staking",
                      "issuer",
                      "foundation"
                    ]
                  },
                  {
                    "type": "string",
                    "examples": [
                      "unknown_origin",
                      "not_followed",
                      "still_held",
                      "fee"
                    ]
                  }
                ],
                "description": "A category of the method, or a residual such as `unknown_origin`."
              },
              "title": {
                "type": "string",
                "description": "Name of the category."
              },
              "risk": {
                "type": "string",
                "description": "Risk group of the category; `none` for residuals.",
                "examples": [
                  "high",
                  "mid",
                  "low",
                  "none"
                ]
              },
              "share": {
                "type": "number",
                "minimum": 0,
                "maximum": 1.000001,
                "description": "Of all value that moved in this direction, 0 to 1; the shares of a direction sum to 1."
              },
              "amount_usd": {
                "description": "US dollars at the prices of the days it moved; null where no price is known.",
                "type": [
                  "number",
                  "null"
                ]
              }
            },
            "required": [
              "category",
              "title",
              "risk",
              "share",
              "amount_usd"
            ]
          },
          "description": "Where the money came from."
        },
        "outgoing": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "category": {
                "anyOf": [
                  {
                    "type": "string",
                    "examples": [
                      "sanctions",
                      "terrorism_financing",
                      "child_exploitation",
                      "issuer_frozen",
                      "stolen_coins",
                      "ransom",
                      "scam",
                      "dark_market",
                      "dark_service",
                      "illegal_service",
                      "malware",
                      "exchange_fraudulent",
                      "mixer",
                      "enforcement_action",
                      "seized_assets",
                      "gambling",
                      "exchange_unlicensed",
                      "p2p_exchange_unlicensed",
                      "atm",
                      "coinjoin",
                      "bridge",
                      "unlabelled_service",
                      "other_entities",
                      "exchange_licence_unknown",
                      "p2p_exchange_licence_unknown",
                      "liquidity_pools",
                      "marketplace",
                      "online_wallet",
                      "p2p_exchange_licensed",
                      "payment_processor",
                      "exchange_licensed",
                      "miner",
                      "staking",
                      "issuer",
                      "foundation"
                    ]
                  },
                  {
                    "type": "string",
                    "examples": [
                      "unknown_origin",
                      "not_followed",
                      "still_held",
                      "fee"
                    ]
                  }
                ],
                "description": "A category of the method, or a residual such as `unknown_origin`."
              },
              "title": {
                "type": "string",
                "description": "Name of the category."
              },
              "risk": {
                "type": "string",
                "description": "Risk group of the category; `none` for residuals.",
                "examples": [
                  "high",
                  "mid",
                  "low",
                  "none"
                ]
              },
              "share": {
                "type": "number",
                "minimum": 0,
                "maximum": 1.000001,
                "description": "Of all value that moved in this direction, 0 to 1; the shares of a direction sum to 1."
              },
              "amount_usd": {
                "description": "US dollars at the prices of the days it moved; null where no price is known.",
                "type": [
                  "number",
                  "null"
                ]
              }
            },
            "required": [
              "category",
              "title",
              "risk",
              "share",
              "amount_usd"
            ]
          },
          "description": "Where the money went."
        }
      },
      "required": [
        "incoming",
        "outgoing"
      ],
      "description": "Shares of all value of `address` by category, in both directions; amounts are null."
    },
    "labels": {
      "type": "array",
      "items": {
        "type": "object",
        "properties": {
          "entity": {
            "type": "string",
            "description": "What the label names."
          },
          "category": {
            "type": "string",
            "description": "Category of the method.",
            "examples": [
              "sanctions",
              "terrorism_financing",
              "child_exploitation",
              "issuer_frozen",
              "stolen_coins",
              "ransom",
              "scam",
              "dark_market",
              "dark_service",
              "illegal_service",
              "malware",
              "exchange_fraudulent",
              "mixer",
              "enforcement_action",
              "seized_assets",
              "gambling",
              "exchange_unlicensed",
              "p2p_exchange_unlicensed",
              "atm",
              "coinjoin",
              "bridge",
              "unlabelled_service",
              "other_entities",
              "exchange_licence_unknown",
              "p2p_exchange_licence_unknown",
              "liquidity_pools",
              "marketplace",
              "online_wallet",
              "p2p_exchange_licensed",
              "payment_processor",
              "exchange_licensed",
              "miner",
              "staking",
              "issuer",
              "foundation"
            ]
          },
          "confidence": {
            "type": "integer",
            "minimum": 0,
            "maximum": 100,
            "description": "0 to 100: how certain the source is."
          },
          "source": {
            "type": "string",
            "description": "Name of the source."
          },
          "source_url": {
            "description": "Where it was published.",
            "type": [
              "string",
              "null"
            ]
          },
          "source_date": {
            "description": "When it was published.",
            "type": [
              "string",
              "null"
            ]
          },
          "valid_from": {
            "description": "Since when the label applies; null: always.",
            "type": [
              "string",
              "null"
            ]
          },
          "valid_to": {
            "description": "Until when the label applies; null: still.",
            "type": [
              "string",
              "null"
            ]
          },
          "origin": {
            "type": "string",
            "description": "Published by a source, or derived from records.",
            "examples": [
              "given",
              "derived"
            ]
          },
          "carried_from": {
            "description": "Network id that the claim was made on, where version 2 of the method carries it to the same key on this one.",
            "type": "string"
          },
          "derived_by": {
            "description": "Rule of version 2 of the method that derived it from records.",
            "type": "string",
            "examples": [
              "cluster",
              "deposit_address",
              "unlabelled_service"
            ]
          }
        },
        "required": [
          "entity",
          "category",
          "confidence",
          "source",
          "source_url",
          "source_date",
          "valid_from",
          "valid_to",
          "origin"
        ]
      },
      "description": "Labels of `address` itself."
    },
    "before": {
      "anyOf": [
        {
          "type": "object",
          "properties": {
            "stars": {
              "anyOf": [
                {
                  "type": "integer",
                  "minimum": 1,
                  "maximum": 5
                },
                {
                  "type": "null"
                }
              ],
              "description": "1 (very risky) to 5 (safe); null: not rated, see `not_rated_reason`."
            },
            "score": {
              "anyOf": [
                {
                  "type": "number",
                  "minimum": 0,
                  "maximum": 100
                },
                {
                  "type": "null"
                }
              ],
              "description": "Risk from 0 to 100; null where not rated."
            },
            "not_rated_reason": {
              "anyOf": [
                {
                  "type": "string",
                  "examples": [
                    "no_records",
                    "not_traceable",
                    "sources_failed",
                    "too_little_attributed",
                    "burn_address"
                  ]
                },
                {
                  "type": "null"
                }
              ],
              "description": "Why there are no stars; null for a rating."
            },
            "verdict": {
              "type": "string",
              "description": "The risk in a word.",
              "examples": [
                "low",
                "medium",
                "high",
                "not_rated"
              ]
            }
          },
          "required": [
            "stars",
            "score",
            "not_rated_reason",
            "verdict"
          ]
        },
        {
          "type": "null"
        }
      ],
      "description": "Stars of your wallet as it is; null where none was named."
    },
    "after": {
      "anyOf": [
        {
          "type": "object",
          "properties": {
            "stars": {
              "anyOf": [
                {
                  "type": "integer",
                  "minimum": 1,
                  "maximum": 5
                },
                {
                  "type": "null"
                }
              ],
              "description": "1 (very risky) to 5 (safe); null: not rated, see `not_rated_reason`."
            },
            "score": {
              "anyOf": [
                {
                  "type": "number",
                  "minimum": 0,
                  "maximum": 100
                },
                {
                  "type": "null"
                }
              ],
              "description": "Risk from 0 to 100; null where not rated."
            },
            "not_rated_reason": {
              "anyOf": [
                {
                  "type": "string",
                  "examples": [
                    "no_records",
                    "not_traceable",
                    "sources_failed",
                    "too_little_attributed",
                    "burn_address"
                  ]
                },
                {
                  "type": "null"
                }
              ],
              "description": "Why there are no stars; null for a rating."
            },
            "verdict": {
              "type": "string",
              "description": "The risk in a word.",
              "examples": [
                "low",
                "medium",
                "high",
                "not_rated"
              ]
            }
          },
          "required": [
            "stars",
            "score",
            "not_rated_reason",
            "verdict"
          ]
        },
        {
          "type": "null"
        }
      ],
      "description": "Its stars with this payment among its records; null where none was named."
    },
    "method_version": {
      "type": "string",
      "description": "Version of the method that rated it."
    },
    "label_set_version": {
      "type": "string",
      "description": "Version of the labels that were used."
    },
    "checks": {
      "type": "array",
      "items": {
        "type": "string",
        "pattern": "^chk_[0-9A-Za-z]{20}$"
      },
      "description": "Ids of the checks of `address` and of `from`, in this order; none in test mode."
    },
    "checks_charged": {
      "type": "integer",
      "minimum": 0,
      "description": "How many of them cost a check: a repeat within 24 hours and one without a rating cost none."
    }
  },
  "required": [
    "id",
    "object",
    "mode",
    "created_at",
    "address",
    "from",
    "asset",
    "network",
    "amount",
    "amount_base_units",
    "api_key",
    "reference",
    "metadata",
    "stars",
    "score",
    "not_rated_reason",
    "verdict",
    "headline",
    "coverage",
    "confidence",
    "exposures",
    "labels",
    "before",
    "after",
    "method_version",
    "label_set_version",
    "checks",
    "checks_charged"
  ],
  "examples": [
    {
      "address": "TEzpqRHcCDTgKCNY61krG1Xjk5umndGRCZ",
      "amount": "250.5",
      "from": "TW3e7XyDgpfamBg3ZArAkH8qo7vW6HFdC2",
      "asset": "USDT",
      "network": "TRX",
      "reference": "withdrawal-51",
      "metadata": {
        "customer": "42"
      },
      "id": "wat_4Hs7Rk2mVx9TcQ1wLz5b",
      "object": "withdrawal_attempt",
      "mode": "test",
      "created_at": "2026-11-26T09:30:00.000Z",
      "api_key": "key_4fT9bWq2Xc7LmZ1p",
      "amount_base_units": "250500000",
      "stars": 1,
      "score": 100,
      "verdict": "high",
      "not_rated_reason": null,
      "coverage": {
        "attributed": 0.5,
        "clean": 0.5,
        "not_followed": 0
      },
      "confidence": "high",
      "labels": [
        {
          "entity": "Test entity, sanctions",
          "category": "sanctions",
          "confidence": 100,
          "source": "Test mode",
          "source_url": null,
          "source_date": "2026-01-01",
          "valid_from": null,
          "valid_to": null,
          "origin": "given"
        }
      ],
      "exposures": {
        "incoming": [
          {
            "category": "exchange_licensed",
            "title": "Exchange licensed",
            "risk": "low",
            "share": 0.5,
            "amount_usd": null
          },
          {
            "category": "unknown_origin",
            "title": "Unknown origin",
            "risk": "none",
            "share": 0.5,
            "amount_usd": null
          }
        ],
        "outgoing": [
          {
            "category": "still_held",
            "title": "Still held",
            "risk": "none",
            "share": 1,
            "amount_usd": null
          }
        ]
      },
      "headline": "Test result. 1 star, with a label of the category `sanctions` on the address itself.",
      "before": {
        "stars": 5,
        "score": 5,
        "verdict": "low",
        "not_rated_reason": null
      },
      "after": {
        "stars": 1,
        "score": 100,
        "verdict": "high",
        "not_rated_reason": null
      },
      "method_version": "test",
      "label_set_version": "test",
      "checks": [],
      "checks_charged": 0
    }
  ]
} as const;

export const EVIDENCE = {
  "type": "object",
  "properties": {
    "check_id": {
      "type": "string"
    },
    "incoming": {
      "$ref": "#/$defs/Direction"
    },
    "outgoing": {
      "$ref": "#/$defs/Direction"
    }
  },
  "required": [
    "check_id"
  ],
  "$defs": {
    "Direction": {
      "type": "object",
      "properties": {
        "records": {
          "type": "integer",
          "minimum": 0,
          "description": "Records of the subject in this direction."
        },
        "amount": {
          "type": "string",
          "description": "Base units received or sent."
        },
        "usd": {
          "description": "US dollars at the prices of the days; null where no price is known.",
          "type": [
            "number",
            "null"
          ]
        },
        "rows": {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "category": {
                "type": "string",
                "description": "Category of the method.",
                "examples": [
                  "sanctions",
                  "terrorism_financing",
                  "child_exploitation",
                  "issuer_frozen",
                  "stolen_coins",
                  "ransom",
                  "scam",
                  "dark_market",
                  "dark_service",
                  "illegal_service",
                  "malware",
                  "exchange_fraudulent",
                  "mixer",
                  "enforcement_action",
                  "seized_assets",
                  "gambling",
                  "exchange_unlicensed",
                  "p2p_exchange_unlicensed",
                  "atm",
                  "coinjoin",
                  "bridge",
                  "unlabelled_service",
                  "other_entities",
                  "exchange_licence_unknown",
                  "p2p_exchange_licence_unknown",
                  "liquidity_pools",
                  "marketplace",
                  "online_wallet",
                  "p2p_exchange_licensed",
                  "payment_processor",
                  "exchange_licensed",
                  "miner",
                  "staking",
                  "issuer",
                  "foundation"
                ]
              },
              "title": {
                "type": "string",
                "description": "Name of the category."
              },
              "group": {
                "type": "string",
                "description": "Risk group of the category.",
                "examples": [
                  "high",
                  "mid",
                  "low"
                ]
              },
              "entity": {
                "type": "string",
                "description": "Whose addresses they are."
              },
              "layer": {
                "type": "string",
                "description": "`direct`: at the other end of a transfer of the subject itself.",
                "examples": [
                  "direct",
                  "indirect"
                ]
              },
              "share": {
                "type": "number",
                "minimum": 0,
                "maximum": 1.000001,
                "description": "Part of the direction, 0 to 1."
              },
              "amount": {
                "type": "string",
                "description": "Base units as decimal text."
              },
              "usd": {
                "description": "US dollars at the prices of the days; null where no price is known.",
                "type": [
                  "number",
                  "null"
                ]
              },
              "hops": {
                "type": "integer",
                "minimum": 1,
                "description": "Fewest changes of owner between the subject and the entity."
              },
              "points": {
                "type": "number",
                "description": "What it adds to the score."
              },
              "too_small": {
                "type": "boolean",
                "description": "Whether it is too small to count."
              },
              "decisive": {
                "type": "boolean",
                "description": "Part of what the deciding rule looked at."
              },
              "set_aside": {
                "description": "Listed, and left out of the score and of coverage; not there in results of version 1 of the method.",
                "type": "boolean"
              },
              "before_designation": {
                "type": "number",
                "minimum": 0,
                "maximum": 1.000001,
                "description": "Part of the direction that moved before the entity was put on its list."
              },
              "first_time": {
                "type": "string",
                "description": "Time of the first transfer."
              },
              "last_time": {
                "type": "string",
                "description": "Time of the last transfer."
              },
              "labels": {
                "type": "array",
                "items": {
                  "type": "object",
                  "properties": {
                    "entity": {
                      "type": "string",
                      "description": "What the label names."
                    },
                    "category": {
                      "type": "string",
                      "description": "Category of the method.",
                      "examples": [
                        "sanctions",
                        "terrorism_financing",
                        "child_exploitation",
                        "issuer_frozen",
                        "stolen_coins",
                        "ransom",
                        "scam",
                        "dark_market",
                        "dark_service",
                        "illegal_service",
                        "malware",
                        "exchange_fraudulent",
                        "mixer",
                        "enforcement_action",
                        "seized_assets",
                        "gambling",
                        "exchange_unlicensed",
                        "p2p_exchange_unlicensed",
                        "atm",
                        "coinjoin",
                        "bridge",
                        "unlabelled_service",
                        "other_entities",
                        "exchange_licence_unknown",
                        "p2p_exchange_licence_unknown",
                        "liquidity_pools",
                        "marketplace",
                        "online_wallet",
                        "p2p_exchange_licensed",
                        "payment_processor",
                        "exchange_licensed",
                        "miner",
                        "staking",
                        "issuer",
                        "foundation"
                      ]
                    },
                    "confidence": {
                      "type": "integer",
                      "minimum": 0,
                      "maximum": 100,
                      "description": "0 to 100: how certain the source is."
                    },
                    "source": {
                      "type": "string",
                      "description": "Name of the source."
                    },
                    "source_url": {
                      "description": "Where it was published.",
                      "type": [
                        "string",
                        "null"
                      ]
                    },
                    "source_date": {
                      "description": "When it was published.",
                      "type": [
                        "string",
                        "null"
                      ]
                    },
                    "valid_from": {
                      "description": "Since when the label applies; null: always.",
                      "type": [
                        "string",
                        "null"
                      ]
                    },
                    "valid_to": {
                      "description": "Until when the label applies; null: still.",
                      "type": [
                        "string",
                        "null"
                      ]
                    },
                    "origin": {
                      "type": "string",
                      "description": "Published by a source, or derived from records.",
                      "examples": [
                        "given",
                        "derived"
                      ]
                    },
                    "carried_from": {
                      "description": "Network id that the claim was made on, where version 2 of the method carries it to the same key on this one.",
                      "type": "string"
                    },
                    "derived_by": {
                      "description": "Rule of version 2 of the method that derived it from records.",
                      "type": "string",
                      "examples": [
                        "cluster",
                        "deposit_address",
                        "unlabelled_service"
                      ]
                    }
                  },
                  "required": [
                    "entity",
                    "category",
                    "confidence",
                    "source",
                    "source_url",
                    "source_date",
                    "valid_from",
                    "valid_to",
                    "origin"
                  ]
                },
                "description": "Labels that name the entity."
              },
              "paths": {
                "type": "array",
                "items": {
                  "type": "object",
                  "properties": {
                    "hops": {
                      "type": "integer",
                      "minimum": 1,
                      "description": "Changes of owner."
                    },
                    "share": {
                      "type": "number",
                      "minimum": 0,
                      "maximum": 1.000001,
                      "description": "Part of the direction that took this path, 0 to 1."
                    },
                    "steps": {
                      "type": "array",
                      "items": {
                        "type": "object",
                        "properties": {
                          "from": {
                            "type": "string",
                            "description": "Address that sent."
                          },
                          "to": {
                            "type": "string",
                            "description": "Address that received."
                          },
                          "transaction_id": {
                            "type": "string",
                            "description": "Id of the transaction."
                          },
                          "amount": {
                            "type": "string",
                            "description": "Base units as decimal text."
                          },
                          "time": {
                            "type": "string",
                            "description": "Time of the block."
                          }
                        },
                        "required": [
                          "from",
                          "to",
                          "transaction_id",
                          "amount",
                          "time"
                        ]
                      },
                      "description": "The transfers of the path, from the subject on."
                    }
                  },
                  "required": [
                    "hops",
                    "share",
                    "steps"
                  ]
                },
                "description": "Transfers shown as evidence."
              }
            },
            "required": [
              "category",
              "title",
              "group",
              "entity",
              "layer",
              "share",
              "amount",
              "usd",
              "hops",
              "points",
              "too_small",
              "decisive",
              "before_designation",
              "first_time",
              "last_time",
              "labels",
              "paths"
            ]
          },
          "description": "Shares by category and entity."
        },
        "residuals": {
          "type": "object",
          "properties": {
            "unknown_origin": {
              "type": "number",
              "minimum": 0,
              "maximum": 1.000001,
              "description": "Value whose source no transfer can show."
            },
            "not_followed": {
              "type": "number",
              "minimum": 0,
              "maximum": 1.000001,
              "description": "Not followed to an end."
            },
            "still_held": {
              "type": "number",
              "minimum": 0,
              "maximum": 1.000001,
              "description": "Still with owners who have no label."
            },
            "fee": {
              "type": "number",
              "minimum": 0,
              "maximum": 1.000001,
              "description": "Paid as fees."
            }
          },
          "required": [
            "unknown_origin",
            "not_followed",
            "still_held",
            "fee"
          ],
          "description": "What no label explains, in parts of the direction."
        },
        "cut": {
          "type": "object",
          "properties": {
            "threshold": {
              "type": "number",
              "description": "Smallest share that was followed."
            },
            "rounds": {
              "type": "integer",
              "description": "Walks that were made."
            },
            "states": {
              "type": "integer",
              "description": "States that were visited."
            },
            "records_read": {
              "type": "integer",
              "description": "Records that were read."
            },
            "partial": {
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "address": {
                    "type": "string",
                    "description": "The address."
                  },
                  "records": {
                    "type": "integer",
                    "description": "Records that were read of it."
                  }
                },
                "required": [
                  "address",
                  "records"
                ]
              },
              "description": "Addresses of which not all records were read."
            }
          },
          "required": [
            "threshold",
            "rounds",
            "states",
            "records_read",
            "partial"
          ],
          "description": "How far the walk went, so that the result can be recomputed."
        }
      },
      "required": [
        "records",
        "amount",
        "usd",
        "rows",
        "residuals",
        "cut"
      ],
      "description": "Of the money that came in."
    }
  }
} as const;
