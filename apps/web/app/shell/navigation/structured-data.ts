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

/** Who offers the site. Only what is true of every installation: name, address, office mark, where to write to. */
export function organization({ publicUrl, productName }: SiteFacts, company: string, email: string): StructuredData {
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    '@id': `${publicUrl}/#organization`,
    name: productName,
    legalName: company,
    url: `${publicUrl}/`,
    logo: `${publicUrl}/icon-512.png`,
    email,
  };
}

export function webSite({ publicUrl, productName }: SiteFacts): StructuredData {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: productName,
    url: `${publicUrl}/`,
    inLanguage: 'en-US',
    publisher: { '@id': `${publicUrl}/#organization` },
  };
}

/** Questions and answers that are on the page in exactly these words. */
export function faqPage(questions: readonly { readonly question: string; readonly answer: string }[]): StructuredData {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}

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
