import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { PriceList } from '@assay/domain';
import type { createRequestHandler, RouterContextProvider, ServerBuild } from 'react-router';
import type { ShownOperator } from '../config/settings/operator-settings.ts';
import type { ApiFetch } from './api-fetch.ts';

/** Where `npm run build` writes the site. */
export const SITE_BUILD_DIR = fileURLToPath(new URL('../../../../web/build/', import.meta.url));

/** An address of this installation's records that shows real flows. */
export interface ExampleAddress {
  readonly address: string;
  readonly ticker: string;
  readonly parent: string | null;
  readonly title: string;
}

/** What the pages need to know of the installation. */
export interface SiteSettings {
  readonly productName: string;
  readonly publicUrl: string;
  /** What this installation holds: one sentence a line. */
  readonly coverage: readonly string[];
  readonly examples: readonly ExampleAddress[];
  readonly hasLandingHeaderSearch: boolean;
  readonly operator: ShownOperator;
  readonly priceList: PriceList;
  /** How long checks and planned withdrawals are kept. */
  readonly checksKeptDays: number;
  /** For how many years invoices are kept. */
  readonly invoicesKeptYears: number;
}

export interface SiteVisit {
  readonly apiFetch: ApiFetch;
  readonly nonce: string;
  readonly settings: SiteSettings;
  /** Style sheets that may travel inside the page, by their address, and the nonce of the style policy. */
  readonly styles: { readonly texts: ReadonlyMap<string, string>; readonly nonce: string };
}

/** What answers requests knows of a site; the code of its pages is loaded by the threads that render them. */
interface SiteFacts {
  /** Changes with every build that changes anything a browser loads. */
  readonly id: string;
  readonly clientDir: string;
  /** Static files under `clientDir`, relative, with slashes. */
  readonly files: ReadonlySet<string>;
  /** Which visitors get the same bytes of the page under a path. */
  readonly sharingOf: (path: string) => PageSharing;
}

/** The site with its code in this thread: React Router's server build and what belongs to it. */
export interface SiteBuild extends SiteFacts {
  readonly server: ServerBuild;
  /** Of the renderer; production unless given. */
  readonly mode?: 'development';
  /** Text of every style sheet of the build, by its address. */
  readonly styles: ReadonlyMap<string, string>;
  readonly createLoadContext: (visit: SiteVisit) => RouterContextProvider;
  /** Of the React Router that the build holds: another one would not know its contexts. */
  readonly createRequestHandler: typeof createRequestHandler;
  /** Where other threads load the build from; left out, it exists in this thread only. */
  readonly origin?: BuildOrigin;
}

/** The site without its code. */
interface SiteElsewhere extends SiteFacts {
  readonly origin: BuildOrigin;
}

export type ServedSite = SiteBuild | SiteElsewhere;

/**
 * - everybody: the page is the same for all visitors, and may be a second old;
 * - with its data: the same for all visitors while the API answers the same, which is asked each time;
 * - never: rendered for each visit.
 */
export type PageSharing = 'everybody' | 'with its data' | 'never';

export interface BuildOrigin {
  readonly buildDir: string;
  /** Of {@link stampOf}. */
  readonly stamp: string;
}

/** Identifies the build in this folder; null if there is none, one is being written, or it is of a former release. */
export async function stampOf(buildDir: string): Promise<string | null> {
  try {
    const [server, client] = await Promise.all([
      stat(serverFileOf(buildDir)),
      stat(path.join(buildDir, 'client')),
      stat(sharingFileOf(buildDir)),
    ]);
    return client.isDirectory() ? `${server.mtimeMs}-${server.size}` : null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * What a thread has to know of the build that answers requests and renders no page. React and the code of the pages take
 * a tenth of a second to load.
 *
 * @param load lets a thread that renders pages load the build, and returns its version
 */
export async function readSite(
  origin: BuildOrigin,
  load: (origin: BuildOrigin) => Promise<string>,
): Promise<ServedSite> {
  const { buildDir, stamp } = origin;
  const file = sharingFileOf(buildDir);
  const clientDir = path.join(buildDir, 'client');
  const [id, files, sharing] = await Promise.all([load(origin), filesUnder(clientDir), importAnew(file, stamp)]);
  const { sharingOf } = sharing as { sharingOf?: unknown };
  if (!isFunction<SiteFacts['sharingOf']>(sharingOf)) throw new Error(`${file} exports no sharingOf`);
  return { id, clientDir, files, sharingOf, origin };
}

/** @param stamp of {@link stampOf} */
export async function importSiteBuild(buildDir: string, stamp: string): Promise<SiteBuild> {
  const file = serverFileOf(buildDir);
  const clientDir = path.join(buildDir, 'client');
  const server = await importAnew(file, stamp);
  if (!isServerBuild(server)) throw new Error(`${file} is not a server build of the site`);
  const exported = server.entry.module as unknown as Record<string, unknown>;
  const functionOf = <F>(name: string): F => {
    const found = exported[name];
    if (!isFunction<F>(found)) throw new Error(`${file} exports no ${name}`);
    return found;
  };
  const functions = {
    createLoadContext: functionOf<SiteBuild['createLoadContext']>('createLoadContext'),
    createRequestHandler: functionOf<SiteBuild['createRequestHandler']>('createRequestHandler'),
    sharingOf: functionOf<SiteBuild['sharingOf']>('sharingOf'),
  };
  const files = await filesUnder(clientDir);
  const styles = await stylesOf(clientDir, files);
  const origin = { buildDir, stamp };
  return { id: server.assets.version, server, clientDir, files, styles, ...functions, origin };
}

/** Node loads a module again only under another URL. */
async function importAnew(file: string, stamp: string): Promise<unknown> {
  return import(`${pathToFileURL(file).href}?build=${stamp}`);
}

async function stylesOf(clientDir: string, files: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
  const sheets = [...files].filter((file) => file.startsWith('assets/') && file.endsWith('.css'));
  const texts = sheets.map(async (file) => [`/${file}`, await readFile(path.join(clientDir, file), 'utf8')] as const);
  return new Map(await Promise.all(texts));
}

function serverFileOf(buildDir: string): string {
  return path.join(buildDir, 'server', 'index.js');
}

function sharingFileOf(buildDir: string): string {
  return path.join(buildDir, 'server', 'sharing.js');
}

async function filesUnder(dir: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
  return new Set(
    files.map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
  );
}

function isServerBuild(value: unknown): value is ServerBuild {
  return typeof value === 'object' && value !== null && 'entry' in value && 'routes' in value && 'assets' in value;
}

function isFunction<F>(value: unknown): value is F {
  return typeof value === 'function';
}
