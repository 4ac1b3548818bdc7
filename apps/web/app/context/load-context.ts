import type { PriceList } from '@assay/domain';
import { createContext, RouterContextProvider } from 'react-router';

/** Styles that are part of the page: text by the URL of its file, and the nonce of their `style` tags. */
export interface InlineStyles {
  readonly texts: ReadonlyMap<string, string>;
  readonly nonce: string;
}

/** Answers like `fetch`, in the server's own process. `path` starts at the root of the site: `/api/…`. */
export type ApiFetch = (path: string, init?: RequestInit) => Promise<Response>;

/** An address of this installation's records that shows real flows. */
export interface ExampleAddress {
  readonly address: string;
  readonly ticker: string;
  readonly parent: string | null;
  /** Whose it is or why it is worth a look, in a few words. */
  readonly title: string;
}

/** Who runs this installation and where to reach them. */
export interface OperatorFacts {
  readonly company: string;
  readonly supportEmail: string;
  readonly salesEmail: string;
  /** Null where the operator has none, as of each social network. */
  readonly blogUrl: string | null;
  readonly socialUrls: Readonly<
    Record<'telegram' | 'x' | 'facebook' | 'instagram' | 'linkedin' | 'youtube', string | null>
  >;
  /** The end-user licence agreement that the terms refer to. */
  readonly licenceUrl: string;
  /** On Telegram, without the @; null where this installation has no bot. */
  readonly botUsername: string | null;
}

/** What the pages need to know of the installation. Everything else they ask the API for. */
export interface WebSettings {
  readonly productName: string;
  /** Address under which the site is reached from outside, without a slash at the end. */
  readonly publicUrl: string;
  /** What this installation holds: one sentence a line. Empty where it is not known. */
  readonly coverage: readonly string[];
  readonly examples: readonly ExampleAddress[];
  /** Whether the landing's header takes over the search panel once the hero's is out of sight. */
  readonly hasLandingHeaderSearch: boolean;
  readonly operator: OperatorFacts;
  /** What is sold, at which prices, and what is claimed of it. */
  readonly priceList: PriceList;
  /** How long checks and planned withdrawals are kept, in days. */
  readonly checksKeptDays: number;
  /** For how many years invoices are kept. */
  readonly invoicesKeptYears: number;
}

export interface LoadContextInput {
  readonly apiFetch: ApiFetch;
  /** The value of `script-src 'nonce-…'` of this answer's content security policy. */
  readonly nonce: string;
  readonly settings: WebSettings;
  /** Style sheets that may travel inside the page, and the value of `style-src 'nonce-…'`. */
  readonly styles: InlineStyles;
}

export const apiFetchContext = createContext<ApiFetch>();
export const nonceContext = createContext<string>();
export const settingsContext = createContext<WebSettings>();
export const stylesContext = createContext<InlineStyles>();

/** What the host hands to the loaders of one request. */
export function createLoadContext({ apiFetch, nonce, settings, styles }: LoadContextInput): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(apiFetchContext, apiFetch);
  context.set(nonceContext, nonce);
  context.set(settingsContext, settings);
  context.set(stylesContext, styles);
  return context;
}
