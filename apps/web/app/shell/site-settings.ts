import { useRouteLoaderData } from 'react-router';
import type { loader } from '../root.tsx';

/** Name of the product, for pages and error pages alike. */
export function useProductName(): string {
  return useRouteLoaderData<typeof loader>('root')?.productName ?? '';
}
