import batches from '../../../../../docs/developers/batches.md';
import commandLine from '../../../../../docs/developers/command-line.md';
import deposits from '../../../../../docs/developers/deposits.md';
import errors from '../../../../../docs/developers/errors.md';
import goingLive from '../../../../../docs/developers/going-live.md';
import mcp from '../../../../../docs/developers/mcp.md';
import quickstart from '../../../../../docs/developers/quickstart.md';
import testAddresses from '../../../../../docs/developers/test-addresses.md';
import testMode from '../../../../../docs/developers/test-mode.md';
import webhooks from '../../../../../docs/developers/webhooks.md';
import withdrawals from '../../../../../docs/developers/withdrawals.md';
import type { PublishedPage } from '../../shell/layout/published-page.ts';

/** A page beside the main one of the public API. */
export interface Guide {
  readonly text: PublishedPage;
  readonly title: string;
  /** For search engines and link previews. */
  readonly description: string;
  /** What follows 'Part of the public API' under the title. */
  readonly after: string;
}

/** By the last part of their paths, in the order in which a developer needs them. For loaders only: they hold the texts. */
export const GUIDES: ReadonlyMap<string, Guide> = new Map([
  [
    'quickstart',
    {
      text: quickstart,
      title: 'Quickstart',
      description: 'The first call of the public API in two minutes: with curl, TypeScript and Python.',
      after: ': the first call, in two minutes.',
    },
  ],
  [
    'deposits',
    {
      text: deposits,
      title: 'Screen a deposit',
      description: 'Where money of customers came from: when to check, what to decide, with samples in two languages.',
      after: ', for exchanges and shops that receive money.',
    },
  ],
  [
    'withdrawals',
    {
      text: withdrawals,
      title: 'Screen a withdrawal',
      description: 'Whose address you are about to pay: when to check, what to decide, with samples in two languages.',
      after: ', for exchanges and shops that send money.',
    },
  ],
  [
    'batches',
    {
      text: batches,
      title: 'Batches',
      description: 'Up to 100,000 addresses by one request of the public API: rows, parts, results, costs and limits.',
      after: '; members of a workspace have the same in the account, under ‘Batches’.',
    },
  ],
  [
    'webhooks',
    {
      text: webhooks,
      title: 'Webhooks',
      description: 'Events of the public API sent to your own server: how to receive, verify and repeat them.',
      after: ': its events, sent to your own server.',
    },
  ],
  [
    'errors',
    {
      text: errors,
      title: 'Errors',
      description: 'Every code of the public API, what to do, and what a program may repeat.',
      after: ': what a program does when a call fails.',
    },
  ],
  [
    'test-mode',
    {
      text: testMode,
      title: 'Test mode',
      description: 'Test keys of the public API: what they answer, and how they differ from live keys.',
      after: ', for programs that are tried out.',
    },
  ],
  [
    'test-addresses',
    {
      text: testAddresses,
      title: 'Test addresses',
      description: 'The addresses that test keys of the public API know, and what a check of each answers.',
      after: ', for programs that are tried out with a test key.',
    },
  ],
  [
    'going-live',
    {
      text: goingLive,
      title: 'Going live',
      description: 'What to have done before a live key of the public API replaces the test key.',
      after: ': from the test key to the live one.',
    },
  ],
  [
    'command-line',
    {
      text: commandLine,
      title: 'Command line',
      description: 'Checks in a terminal and in scripts: the assay command, its input and output, and its exit codes.',
      after: ', for terminals and scripts.',
    },
  ],
  [
    'mcp',
    {
      text: mcp,
      title: 'MCP',
      description: 'Checks for agents: the Model Context Protocol server, its tools, and what a key opens to it.',
      after: ', for agents: a server of the Model Context Protocol.',
    },
  ],
]);
