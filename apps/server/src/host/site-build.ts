import { access } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RouterContextProvider, ServerBuild } from 'react-router';
import type { OperatorFacts } from '../operator-settings.ts';
import type { ApiFetch } from './api-fetch.ts';

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
  readonly operator: OperatorFacts;
}

export interface SiteVisit {
  readonly apiFetch: ApiFetch;
  readonly nonce: string;
  readonly settings: SiteSettings;
}

/** The built site: React Router's server build and the folder of its static files. */
export interface SiteBuild {
  readonly server: ServerBuild;
  readonly clientDir: string;
  readonly createLoadContext: (visit: SiteVisit) => RouterContextProvider;
}

/** Loads the build under `buildDir` (`server/index.js`, `client/`); null when the site was never built. */
export async function loadSiteBuild(buildDir: string): Promise<SiteBuild | null> {
  const serverFile = path.join(buildDir, 'server', 'index.js');
  const clientDir = path.join(buildDir, 'client');
  if (!(await exists(serverFile)) || !(await exists(clientDir))) return null;
  const server: unknown = await import(pathToFileURL(serverFile).href);
  if (!isServerBuild(server)) throw new Error(`${serverFile} is not a server build of the site`);
  const { createLoadContext } = server.entry.module as { createLoadContext?: unknown };
  if (!isCreateLoadContext(createLoadContext)) throw new Error(`${serverFile} exports no createLoadContext`);
  return { server, clientDir, createLoadContext };
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

function isServerBuild(value: unknown): value is ServerBuild {
  return typeof value === 'object' && value !== null && 'entry' in value && 'routes' in value && 'assets' in value;
}

function isCreateLoadContext(value: unknown): value is SiteBuild['createLoadContext'] {
  return typeof value === 'function';
}
