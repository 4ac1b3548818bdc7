/** Networks that are linked to. Their marks are symbols of one file of the site, `brands.svg`. */
export const BRANDS = ['facebook', 'instagram', 'linkedin', 'reddit', 'telegram', 'whatsapp', 'x', 'youtube'] as const;
export type Brand = (typeof BRANDS)[number];

/** A network's mark in the text's colour. Decoration: the link it sits in has a name of its own. */
export function BrandGlyph({ brand }: { readonly brand: Brand }) {
  return (
    <svg className="brand" viewBox="0 0 24 24" aria-hidden="true">
      <use href={`/brands.svg#${brand}`} />
    </svg>
  );
}
