/** A network's mark in the text's colour. Decoration: the link it sits in has a name of its own. */
export function BrandGlyph({ path }: { readonly path: string }) {
  return (
    <svg className="brand" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
