import { CommandError, EXIT } from '@assay/command';
import type { SourceHealthData, SourceHealthProvider } from '@assay/contracts';
import type { Command } from 'commander';
import { buildSourceHealth, SourceError, type SourceTip } from '../modules/chains/index.ts';
import { type NetworkProvider, openSources } from '../modules/chains/outside/chains/open-sources.ts';
import { providerMetrics } from '../modules/chains/outside/providers/provider-metrics.ts';
import { postgresQuotaLedger } from '../modules/chains/outside/providers/quota-ledger.store.ts';
import { assetReach, describeReach, networkReach, reachTable } from '../modules/chains/outside/reach/reach.ts';
import type { CommandContext } from '../platform/command/context.ts';

const ASK_WITHIN_MS = 15_000;

/** `assay sources`: the providers of each chain, and their health. */
export function registerSources(program: Command, context: CommandContext): void {
  program
    .command('sources')
    .option('--ask', 'ask each of them for its newest block; every one costs a request or two')
    .option('--table', 'print what can be read of each network, with and without keys, as a table in Markdown')
    .option('--json', 'print as JSON')
    .addHelpText('after', '\nExit codes: 0 everybody asked has answered, 1 somebody has not.')
    .action(async (options: { readonly ask?: true; readonly table?: true; readonly json?: true }) => {
      const ledger = postgresQuotaLedger(await context.openDatabase());
      const metrics = providerMetrics();
      const opened = openSources(context.config.sources, { ledger, watch: metrics });
      try {
        const { isOn } = context.config.sources;
        const answers =
          options.ask === true ? await askAll(opened.networkProviders, context.signal) : new Map<string, Asked>();
        const { networkProviders } = opened;
        const health = await buildSourceHealth({
          isOn,
          networkProviders,
          ledger,
          lastFailures: metrics.lastFailures,
        })();
        if (options.table === true) printReach(context, answers, options.json === true);
        else if (options.json === true) context.out(JSON.stringify(withAnswers(health, answers)));
        else for (const line of linesOf(health, answers)) context.out(line);
        const silent = [...answers.values()].filter(({ tip }) => tip === null).length;
        if (silent > 0) throw new CommandError(`${silent} of ${answers.size} did not answer.`, EXIT.no);
      } finally {
        await opened.close();
      }
    });
}

interface Asked {
  readonly tip: SourceTip | null;
  readonly failure: string | null;
}

/** What can be read of each network, and who of it answered, where they were asked. */
function printReach(context: CommandContext, answers: ReadonlyMap<string, Asked>, isJson: boolean): void {
  const answering = [...answers].flatMap(([key, { tip }]) => (tip === null ? [] : [key]));
  const answered = new Map(
    networkReach().map(({ network }) => [
      network,
      answering.flatMap((key) => (key.startsWith(`${network} `) ? [key.slice(network.length + 1)] : [])),
    ]),
  );
  if (isJson) {
    const networks = networkReach().map((reach) => ({ ...reach, answered: answered.get(reach.network) ?? [] }));
    context.out(JSON.stringify({ assets: assetReach(), networks }));
    return;
  }
  for (const line of reachTable(answers.size === 0 ? null : answered)) context.out(line);
  context.out(describeReach(assetReach()));
}

async function askAll(
  networkProviders: readonly NetworkProvider[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Asked>> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(ASK_WITHIN_MS)]);
  const asked = networkProviders.map(async (one): Promise<[string, Asked]> => {
    const key = `${one.network} ${one.provider.name}`;
    try {
      return [key, { tip: await one.source.tip({ signal: within, spend: () => true }), failure: null }];
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      return [key, { tip: null, failure: error.message }];
    }
  });
  return new Map(await Promise.all(asked));
}

function withAnswers(health: SourceHealthData, answers: ReadonlyMap<string, Asked>): unknown {
  if (answers.size === 0) return health;
  return {
    ...health,
    networks: health.networks.map((one) => ({
      ...one,
      providers: one.providers.map((provider) => ({ ...provider, ...answers.get(`${one.network} ${provider.name}`) })),
    })),
  };
}

function linesOf({ isOn, networks }: SourceHealthData, answers: ReadonlyMap<string, Asked>): string[] {
  if (!isOn) return ['No chain is read live: LIVE_CHAINS is off.'];
  if (networks.length === 0) return ['Nobody is asked for any chain.'];
  return networks.flatMap(({ network, name, providers }) => [
    `${network}  ${name}`,
    ...providers.map((provider) => {
      const asked = answers.get(`${network} ${provider.name}`);
      const answer = asked === undefined ? [] : [asked.tip === null ? (asked.failure ?? '') : tipLine(asked.tip)];
      return `  ${provider.name.padEnd(16)} ${[...stateWords(provider), ...answer].join('; ')}`;
    }),
  ]);
}

function stateWords(provider: SourceHealthProvider): string[] {
  const { format, host, hasKey, breaker, usedToday, perDay, pausedUntil } = provider;
  return [
    `${format} at ${host}${hasKey ? ', with a key' : ''}`,
    perDay === null ? `${usedToday} asked today` : `${usedToday} of ${perDay} asked today`,
    ...(pausedUntil === null ? [] : [`asks to be left alone until ${pausedUntil}`]),
    ...(breaker === 'closed' ? [] : ['left alone after failures']),
  ];
}

function tipLine({ block, time, finalBlock }: SourceTip): string {
  return `block ${block} of ${new Date(time * 1000).toISOString()}, final up to ${finalBlock}`;
}
