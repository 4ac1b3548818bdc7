// UPDATE_CLIENT=1 npm run unit -- generated-types makes this of the document of the public API.

export const CHECK = {
  "type": "object",
  "properties": {
    "id": {
      "type": "string"
    },
    "object": {
      "type": "string",
      "const": "check"
    },
    "mode": {
      "type": "string",
      "examples": [
        "live",
        "test"
      ]
    },
    "status": {
      "type": "string",
      "examples": [
        "running",
        "completed",
        "failed"
      ]
    },
    "created_at": {
      "type": "string",
      "format": "date-time"
    },
    "address": {
      "type": "string"
    },
    "asset": {
      "type": "string"
    },
    "network": {
      "type": "string"
    },
    "reference": {
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
      }
    },
    "progress": {
      "type": "number",
      "minimum": 0,
      "maximum": 1
    },
    "charged": {
      "type": "boolean"
    },
    "failure": {
      "anyOf": [
        {
          "type": "object",
          "properties": {
            "code": {
              "type": "string"
            },
            "message": {
              "type": "string"
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
      ]
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
      ]
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
      ]
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
      ]
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
      ]
    },
    "summary": {
      "anyOf": [
        {
          "type": "object",
          "properties": {
            "headline": {
              "type": "string"
            },
            "why": {
              "type": "string"
            },
            "advice": {
              "type": [
                "string",
                "null"
              ]
            },
            "would_change": {
              "type": "array",
              "items": {
                "type": "string"
              }
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
      ]
    },
    "coverage": {
      "anyOf": [
        {
          "type": "object",
          "properties": {
            "attributed": {
              "type": "number",
              "minimum": 0,
              "maximum": 1.000001
            },
            "clean": {
              "type": "number",
              "minimum": 0,
              "maximum": 1.000001
            },
            "not_followed": {
              "type": "number",
              "minimum": 0,
              "maximum": 1.000001
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
      ]
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
      ]
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
                    ]
                  },
                  "title": {
                    "type": "string"
                  },
                  "risk": {
                    "type": "string",
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
                    "maximum": 1.000001
                  },
                  "amount_usd": {
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
              }
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
                    ]
                  },
                  "title": {
                    "type": "string"
                  },
                  "risk": {
                    "type": "string",
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
                    "maximum": 1.000001
                  },
                  "amount_usd": {
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
              }
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
      ]
    },
    "labels": {
      "anyOf": [
        {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "entity": {
                "type": "string"
              },
              "category": {
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
              "confidence": {
                "type": "integer",
                "minimum": 0,
                "maximum": 100
              },
              "source": {
                "type": "string"
              },
              "source_url": {
                "type": [
                  "string",
                  "null"
                ]
              },
              "source_date": {
                "type": [
                  "string",
                  "null"
                ]
              },
              "valid_from": {
                "type": [
                  "string",
                  "null"
                ]
              },
              "valid_to": {
                "type": [
                  "string",
                  "null"
                ]
              },
              "origin": {
                "type": "string",
                "examples": [
                  "given",
                  "derived"
                ]
              },
              "carried_from": {
                "type": "string"
              },
              "derived_by": {
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
      ]
    },
    "notes": {
      "anyOf": [
        {
          "type": "array",
          "items": {
            "type": "object",
            "properties": {
              "kind": {
                "type": "string"
              },
              "text": {
                "type": "string"
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
      ]
    },
    "method_version": {
      "type": [
        "string",
        "null"
      ]
    },
    "label_set_version": {
      "type": [
        "string",
        "null"
      ]
    },
    "result_url": {
      "type": [
        "string",
        "null"
      ]
    },
    "report_url": {
      "type": [
        "string",
        "null"
      ]
    },
    "certificate_url": {
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
    "method_version",
    "label_set_version",
    "result_url",
    "report_url",
    "certificate_url"
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
          "minimum": 0
        },
        "amount": {
          "type": "string"
        },
        "usd": {
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
                "type": "string"
              },
              "group": {
                "type": "string",
                "examples": [
                  "high",
                  "mid",
                  "low"
                ]
              },
              "entity": {
                "type": "string"
              },
              "layer": {
                "type": "string",
                "examples": [
                  "direct",
                  "indirect"
                ]
              },
              "share": {
                "type": "number",
                "minimum": 0,
                "maximum": 1.000001
              },
              "amount": {
                "type": "string"
              },
              "usd": {
                "type": [
                  "number",
                  "null"
                ]
              },
              "hops": {
                "type": "integer",
                "minimum": 1
              },
              "points": {
                "type": "number"
              },
              "too_small": {
                "type": "boolean"
              },
              "decisive": {
                "type": "boolean"
              },
              "set_aside": {
                "type": "boolean"
              },
              "before_designation": {
                "type": "number",
                "minimum": 0,
                "maximum": 1.000001
              },
              "first_time": {
                "type": "string"
              },
              "last_time": {
                "type": "string"
              },
              "labels": {
                "type": "array",
                "items": {
                  "type": "object",
                  "properties": {
                    "entity": {
                      "type": "string"
                    },
                    "category": {
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
                    "confidence": {
                      "type": "integer",
                      "minimum": 0,
                      "maximum": 100
                    },
                    "source": {
                      "type": "string"
                    },
                    "source_url": {
                      "type": [
                        "string",
                        "null"
                      ]
                    },
                    "source_date": {
                      "type": [
                        "string",
                        "null"
                      ]
                    },
                    "valid_from": {
                      "type": [
                        "string",
                        "null"
                      ]
                    },
                    "valid_to": {
                      "type": [
                        "string",
                        "null"
                      ]
                    },
                    "origin": {
                      "type": "string",
                      "examples": [
                        "given",
                        "derived"
                      ]
                    },
                    "carried_from": {
                      "type": "string"
                    },
                    "derived_by": {
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
              "paths": {
                "type": "array",
                "items": {
                  "type": "object",
                  "properties": {
                    "hops": {
                      "type": "integer",
                      "minimum": 1
                    },
                    "share": {
                      "type": "number",
                      "minimum": 0,
                      "maximum": 1.000001
                    },
                    "steps": {
                      "type": "array",
                      "items": {
                        "type": "object",
                        "properties": {
                          "from": {
                            "type": "string"
                          },
                          "to": {
                            "type": "string"
                          },
                          "transaction_id": {
                            "type": "string"
                          },
                          "amount": {
                            "type": "string"
                          },
                          "time": {
                            "type": "string"
                          }
                        },
                        "required": [
                          "from",
                          "to",
                          "transaction_id",
                          "amount",
                          "time"
                        ]
                      }
                    }
                  },
                  "required": [
                    "hops",
                    "share",
                    "steps"
                  ]
                }
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
          }
        },
        "residuals": {
          "type": "object",
          "properties": {
            "unknown_origin": {
              "type": "number",
              "minimum": 0,
              "maximum": 1.000001
            },
            "not_followed": {
              "type": "number",
              "minimum": 0,
              "maximum": 1.000001
            },
            "still_held": {
              "type": "number",
              "minimum": 0,
              "maximum": 1.000001
            },
            "fee": {
              "type": "number",
              "minimum": 0,
              "maximum": 1.000001
            }
          },
          "required": [
            "unknown_origin",
            "not_followed",
            "still_held",
            "fee"
          ]
        },
        "cut": {
          "type": "object",
          "properties": {
            "threshold": {
              "type": "number"
            },
            "rounds": {
              "type": "integer"
            },
            "states": {
              "type": "integer"
            },
            "records_read": {
              "type": "integer"
            },
            "partial": {
              "type": "array",
              "items": {
                "type": "object",
                "properties": {
                  "address": {
                    "type": "string"
                  },
                  "records": {
                    "type": "integer"
                  }
                },
                "required": [
                  "address",
                  "records"
                ]
              }
            }
          },
          "required": [
            "threshold",
            "rounds",
            "states",
            "records_read",
            "partial"
          ]
        }
      },
      "required": [
        "records",
        "amount",
        "usd",
        "rows",
        "residuals",
        "cut"
      ]
    }
  }
} as const;
