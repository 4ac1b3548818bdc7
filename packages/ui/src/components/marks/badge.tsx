/** The chain a token lives on. */
export function Badge({ children }: { children: string }) {
  return <span className="badge">{children}</span>;
}

/** 'N% OFF' beside a price. */
export function SaleBadge({ percent }: { readonly percent: number }) {
  return <span className="badge badge-sale">{percent}% OFF</span>;
}

/** Highlights one item of a list: 'Popular'. */
export function SolidBadge({ children }: { readonly children: string }) {
  return <span className="badge badge-solid">{children}</span>;
}
