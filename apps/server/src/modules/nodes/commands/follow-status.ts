import { CommandError, EXIT } from '@assay/command';
import { NETWORKS } from '@assay/domain';
import { countOf, formatCount } from '@assay/wording';
import type { Command } from 'commander';
import type { CommandContext } from '../../../platform/command/context.ts';
import type { AddedAsset } from '../follow/follow.ports.ts';
import { type NetworkStatus, readStatus } from '../follow/status/describe-network.ts';
import { timeLeft } from '../follow/status/reporter.ts';

/** `assay follow status`: how far each network is followed, by whom, and what is wrong. */
export function registerFollowStatus(follow: Command, context: CommandContext): void {
  follow
    .command('status')
    .description('How far each network is followed, by which process, and what is wrong.')
    .option('--json', 'print as JSON')
    .addHelpText('after', '\nExit codes: 0 all is well, 1 a network is not followed, or its problem lasts.')
    .action(async (options: { readonly json?: true }) => {
      const networks = await readStatus(await context.openDatabase());
      if (options.json === true) context.out(JSON.stringify({ networks }));
      else if (networks.length === 0)
        context.out('No network is followed. Begin with: assay follow --network … --rpc …');
      else for (const line of networks.flatMap(linesOf)) context.out(line);
      const stuck = networks.filter(({ stuck: why }) => why !== null).map(({ network }) => network);
      if (stuck.length > 0) throw new CommandError(`Stuck: ${stuck.join(', ')}.`, EXIT.no);
    });
}

const STATES: Readonly<Record<NetworkStatus['state'], string>> = {
  'catching-up': 'catching up',
  'at-tip': 'at the tip',
  waiting: 'waiting for its node',
  stopped: 'not followed by any process',
};

const PARTS = { internal: 'transfers by contracts', fee: 'fees' } as const;

function linesOf(status: NetworkStatus): string[] {
  const { network, state, assets, additions, finalHeight, lacks } = status;
  const line = (name: string, text: string): string => `  ${name.padEnd(13)}${text}`;
  return [
    `${network}  ${NETWORKS[network].name}: ${STATES[state]}`,
    line('stored', storedText(status)),
    ...(status.nodeTip === null ? [] : [line('node', nodeText(status))]),
    ...(status.compared === null ? [] : [line('compared', comparedText(status))]),
    line('final', finalHeight < 0 ? 'no block yet' : `up to block ${formatCount(finalHeight)}`),
    ...(status.blocksPerSecond === null ? [] : [line('pace', paceText(status))]),
    line('assets', assets.join(', ')),
    ...additions.filter(({ isJoined }) => !isJoined).map((one) => line('added', addedText(one, status))),
    ...(status.lease === null ? [] : [line('followed by', `${status.lease.owner}, as owner ${status.lease.token}`)]),
    line('reorganised', reorganisedText(status)),
    ...faultLine(status).map((text) => line('faults', text)),
    ...(lacks.length === 0 ? [] : [line('not provided', lacks.map((part) => PARTS[part]).join(', '))]),
    ...(status.problem === null ? [] : [line('problem', `${status.problem.text} (since ${utc(status.problem.at)})`)]),
  ];
}

function storedText({ held, fromHeight, stagedHeight, secondsBehind, blocksBehind }: NetworkStatus): string {
  if (held === null && stagedHeight !== null)
    return `nothing yet; the first load has read block ${formatCount(stagedHeight)}`;
  if (held === null) return `nothing yet; begins with block ${formatCount(fromHeight)}`;
  const behind = blocksBehind === null ? '' : `, ${countOf(blocksBehind, 'block')} behind`;
  const age = secondsBehind === null ? '' : `, ${timeLeft(secondsBehind)} old`;
  return `block ${formatCount(held.height)} of ${utc(held.time)}${age}${behind}`;
}

function nodeText({ node, nodeTip }: NetworkStatus): string {
  if (nodeTip === null) return node ?? '';
  return `${node ?? 'unknown'}, at block ${formatCount(nodeTip.height)} of ${utc(nodeTip.time)}, asked at ${utc(nodeTip.saidAt)}`;
}

function comparedText({ compared }: NetworkStatus): string {
  return `with ${compared?.node ?? ''}, the same up to block ${formatCount(compared?.height ?? 0)}`;
}

function paceText({ blocksPerSecond, recordsPerSecond, secondsLeft }: NetworkStatus): string {
  const blocks = (blocksPerSecond ?? 0).toFixed(1);
  const records = recordsPerSecond === null ? '' : ` and ${formatCount(Math.round(recordsPerSecond))} records`;
  const left = secondsLeft === null ? '' : `, ${timeLeft(secondsLeft)} left`;
  return `${blocks} blocks${records} a second${left}`;
}

function addedText(added: AddedAsset, { held }: NetworkStatus): string {
  const { ticker, fromHeight, loaded, blocksPerSecond, problem } = added;
  const [done, end] = [loaded?.height ?? fromHeight - 1, held?.height ?? fromHeight];
  const pace = blocksPerSecond === null ? '' : `, ${formatCount(Math.round(blocksPerSecond))} blocks a second`;
  const isMoving = blocksPerSecond !== null && blocksPerSecond > 0 && end > done;
  const left = isMoving ? `, ${timeLeft((end - done) / blocksPerSecond)} left` : '';
  const trouble = problem === null ? '' : `; ${problem.text} (since ${utc(problem.at)})`;
  const standing = loaded === null ? 'not begun' : `block ${formatCount(done)} of ${formatCount(end)}`;
  return `${ticker}, loaded from block ${formatCount(fromHeight)}: ${standing}${pace}${left}${trouble}`;
}

function reorganisedText({ history }: NetworkStatus): string {
  const last = history?.lastReorganisation ?? null;
  if (history === null || last === null) return 'never';
  const times = countOf(history.reorganisations, 'time');
  return `${times}; last ${utc(last.at)}, ${countOf(last.depth, 'block')} after block ${formatCount(last.height)}`;
}

function faultLine({ history }: NetworkStatus): string[] {
  const faults = history?.faults ?? [];
  if (faults.length === 0) return [];
  return [faults.map(({ kind, count, lastAt }) => `${kind} ${formatCount(count)}, last ${utc(lastAt)}`).join('; ')];
}

function utc(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
