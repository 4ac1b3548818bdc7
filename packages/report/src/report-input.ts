/** One label as the certificate prints it. */
export interface ReportLabel {
  readonly entity: string;
  readonly category: string;
  readonly confidence: number;
  readonly source: string;
  readonly source_url: string | null;
  readonly source_date: string | null;
  readonly valid_from: string | null;
  readonly valid_to: string | null;
  readonly origin: 'given' | 'derived';
}

/** One sample path, from the far end to the wallet or back. Amounts in base units. */
export interface ReportPath {
  readonly hops: number;
  readonly share: number;
  readonly steps: readonly {
    readonly from: string;
    readonly to: string;
    readonly transaction_id: string;
    readonly amount: string;
    readonly time: string;
  }[];
}

export interface ReportRow {
  readonly category: string;
  readonly title: string;
  readonly group: 'high' | 'mid' | 'low';
  readonly entity: string;
  readonly layer: 'direct' | 'indirect';
  readonly share: number;
  readonly amount: string;
  readonly usd: number | null;
  readonly hops: number;
  readonly too_small: boolean;
  readonly before_designation: number;
  readonly first_time: string;
  readonly last_time: string;
  readonly labels: readonly ReportLabel[];
  readonly paths: readonly ReportPath[];
}

export interface ReportDirection {
  readonly records: number;
  readonly amount: string;
  readonly usd: number | null;
  readonly rows: readonly ReportRow[];
  readonly cut: { readonly partial: readonly unknown[] };
}

export interface ReportConnections {
  readonly total_usd: number;
}

/** What is laid out of a result: the part of the canonical result that people read. Everything else is attached. */
export interface ReportResult {
  readonly sub_id: string;
  readonly ticker: string;
  readonly parent: string | null;
  readonly name: string;
  readonly address: string;
  readonly decimals: number;
  /** ISO 8601, UTC. */
  readonly created_at: string;
  /** 0 is N/A. */
  readonly riskscore: number;
  readonly total: number | null;
  readonly verdict: 'low' | 'medium' | 'high' | 'not_rated';
  /** Category or residual to fraction. */
  readonly signals: { readonly bwd: Readonly<Record<string, number>>; readonly fwd: Readonly<Record<string, number>> };
  readonly connections: {
    readonly incoming: ReportConnections | null;
    readonly outgoing: ReportConnections | null;
  };
  readonly texts: {
    readonly headline: string;
    readonly text: string;
    readonly why: string;
    readonly would_change: readonly string[];
  };
  readonly evidence: { readonly incoming: ReportDirection; readonly outgoing: ReportDirection };
  readonly labels: readonly ReportLabel[];
  readonly coverage: { readonly attributed: number; readonly clean: number; readonly not_followed: number };
  readonly confidence: 'high' | 'medium' | 'low';
  readonly complete: boolean;
  readonly notes: readonly { readonly kind: string; readonly text: string }[];
  readonly method_version: string;
  readonly label_set_version: string;
  readonly tip: { readonly block: string | null; readonly time: string } | null;
  readonly records_held: string;
}

/** What the report says beside the result. */
export interface ReportFacts {
  readonly productName: string;
  /** `{PUBLIC_URL}/verify/{sub_id}`, as text and as QR code. */
  readonly verifyUrl: string;
  /** Inner markup of the asset's glyph in a 32 unit box: paths only, `ink` and `cut`; null prints the ticker's letters. */
  readonly keyId: string | null;
}

export interface ReportInput {
  readonly result: ReportResult;
  readonly facts: ReportFacts;
  /** Bytes of `certificate.json`, attached as they are. */
  readonly certificate: Uint8Array;
  /** Room for the signature, in bytes; null leaves the report unsigned. */
  readonly signatureBytes: number | null;
}
