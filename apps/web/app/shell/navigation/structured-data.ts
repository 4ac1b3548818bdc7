/** Address and name of the site. */
export interface SiteFacts {
  /** Without a slash at the end. */
  readonly publicUrl: string;
  readonly productName: string;
}

/** Plain data in the words of schema.org. */
export type StructuredData = {
  readonly [key: string]: string | number | boolean | StructuredData | readonly StructuredData[];
};

/** The way from the start to this page; each step a path of the site. */
export function breadcrumbs(
  { publicUrl }: SiteFacts,
  steps: readonly { readonly name: string; readonly path: string }[],
): StructuredData {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: publicUrl + path,
    })),
  };
}
