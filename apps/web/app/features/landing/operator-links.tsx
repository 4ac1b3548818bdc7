import { BrandGlyph } from '@assay/ui';
import type { OperatorFacts } from '../../context/load-context.ts';

const NETWORKS = [
  { key: 'x', name: 'X' },
  { key: 'telegram', name: 'Telegram' },
  { key: 'linkedin', name: 'LinkedIn' },
  { key: 'youtube', name: 'YouTube' },
  { key: 'instagram', name: 'Instagram' },
  { key: 'facebook', name: 'Facebook' },
] as const;

/** Support, and the blog where there is one. */
export function OperatorPages({ operator }: { readonly operator: Pick<OperatorFacts, 'supportEmail' | 'blogUrl'> }) {
  return (
    <>
      <a href={`mailto:${operator.supportEmail}`}>Support</a>
      {operator.blogUrl !== null && (
        <a href={operator.blogUrl} rel="noreferrer">
          Blog
        </a>
      )}
    </>
  );
}

/** The social networks that the operator is on; nothing where there are none. */
export function SocialLinks({ urls }: { readonly urls: OperatorFacts['socialUrls'] }) {
  const links = NETWORKS.flatMap(({ key, name }) => {
    const url = urls[key];
    return url === null ? [] : [{ key, name, url }];
  });
  if (links.length === 0) return null;
  return (
    <ul className="social">
      {links.map(({ key, name, url }) => (
        <li key={key}>
          <a className="btn-icon" href={url} rel="noreferrer" aria-label={name}>
            <BrandGlyph brand={key} />
          </a>
        </li>
      ))}
    </ul>
  );
}
