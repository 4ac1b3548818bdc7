/** What the page asks of the layout's worker. Ends of edges are indices of nodes. */
export interface LayoutRequest {
  readonly id: number;
  readonly xs: Float64Array;
  readonly ys: Float64Array;
  /** 1 where a node stays in its place. */
  readonly fixed: Uint8Array;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
}

export interface LayoutAnswer {
  readonly id: number;
  readonly xs: Float64Array;
  readonly ys: Float64Array;
}
