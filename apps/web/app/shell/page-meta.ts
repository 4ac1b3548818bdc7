import type { MetaDescriptor } from 'react-router';

/** What every page says of itself. `matches` are those of the route's meta function. */
export function pageMeta(
  title: string,
  matches: readonly ({ readonly id: string; readonly loaderData?: unknown } | undefined)[],
  iconHref = '/favicon.svg',
): MetaDescriptor[] {
  const root = matches.find((match) => match?.id === 'root')?.loaderData;
  const productName = hasProductName(root) ? root.productName : '';
  return [
    { title: productName === '' ? title : `${title} - ${productName}` },
    { tagName: 'link', rel: 'icon', href: iconHref, type: 'image/svg+xml' },
  ];
}

function hasProductName(value: unknown): value is { readonly productName: string } {
  return typeof value === 'object' && value !== null && 'productName' in value && typeof value.productName === 'string';
}
