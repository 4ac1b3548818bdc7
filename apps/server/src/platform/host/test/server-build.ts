import { DEFAULT_PRICE_LIST } from '@assay/domain';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { readConfig } from '../../config/config.ts';
import { shownOperator } from '../../config/settings/operator-settings.ts';
import type { SiteBuild, SiteSettings, SiteVisit } from '../site-build.ts';

/** Of an installation without data. */
export const SETTINGS: SiteSettings = {
  productName: 'Assay',
  publicUrl: 'http://localhost:3000',
  coverage: [],
  examples: [],
  hasLandingHeaderSearch: true,
  priceList: DEFAULT_PRICE_LIST,
  checksKeptDays: 1095,
  invoicesKeptYears: 7,
  operator: shownOperator(readConfig({}).operator, { isReachable: false, publicUrl: 'https://assay.example.org' }),
};

/** As small as a server build can be: one root route whose page is what the loader answers. */
export function serverBuild(
  handle: (request: Request, visit: SiteVisit) => Promise<Response>,
  sharingOf: SiteBuild['sharingOf'] = () => 'never',
): {
  server: ServerBuild;
  createLoadContext: (visit: SiteVisit) => RouterContextProvider;
  createRequestHandler: SiteBuild['createRequestHandler'];
  sharingOf: SiteBuild['sharingOf'];
} {
  let visit: SiteVisit | undefined;
  const module = {
    default: async (request: Request) => {
      if (visit === undefined) throw new Error('No visit');
      return handle(request, visit);
    },
  };
  const server = {
    entry: { module },
    routes: { root: { id: 'root', path: '*', module: { default: () => null, action: () => null } } },
    assets: { entry: { module: '', imports: [] }, routes: {}, url: '', version: '1' },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
    // A build's own type lists every flag of the bundler; the handler reads only these.
  } as unknown as ServerBuild;
  return {
    server,
    createLoadContext: (given) => {
      visit = given;
      return new RouterContextProvider();
    },
    createRequestHandler,
    sharingOf,
  };
}
