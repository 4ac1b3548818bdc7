import { useRouteLoaderData } from 'react-router';

/** What the root route gives to every page. */
export interface SiteSettings {
  readonly productName: string;
  /** Whether the header of the landing shows the search panel once the hero form is out of view. */
  readonly hasLandingHeaderSearch: boolean;
  readonly supportEmail: string;
}

/** Name of the product, for pages and error pages alike. */
export function useProductName(): string {
  return useRouteLoaderData<SiteSettings>('root')?.productName ?? '';
}

/** Whether the landing's header takes over the search panel once the hero's is out of sight. */
export function useHasLandingHeaderSearch(): boolean {
  return useRouteLoaderData<SiteSettings>('root')?.hasLandingHeaderSearch ?? true;
}

/** Where a user who cannot help themselves writes to; null on a page that is shown without its data. */
export function useSupportEmail(): string | null {
  return useRouteLoaderData<SiteSettings>('root')?.supportEmail ?? null;
}
