import type { SiteFacts, StructuredData } from './structured-data.ts';

// Only the landing page says this. Beside what all pages share, every page would load it.

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
