import { useRouteLoaderData } from 'react-router';
import type { loader } from '../root.tsx';

/** Name of the product, for pages and error pages alike. */
export function useProductName(): string {
  return useRouteLoaderData<typeof loader>('root')?.productName ?? '';
}

/** Whether the landing's header takes over the search panel once the hero's is out of sight. */
export function useHasLandingHeaderSearch(): boolean {
  return useRouteLoaderData<typeof loader>('root')?.hasLandingHeaderSearch ?? true;
}
