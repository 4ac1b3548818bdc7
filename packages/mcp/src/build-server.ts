import { McpServer } from '@modelcontextprotocol/server';
import { type Access, VERSION } from './service.ts';
import { registerCheckAddress } from './tools/check-address.ts';
import { registerCheckTransfer } from './tools/check-transfer.ts';
import { registerExplainResult } from './tools/explain-result.ts';
import { registerListAssets } from './tools/list-assets.ts';
import { registerListChecks } from './tools/list-checks.ts';
import { registerListEvidence } from './tools/list-evidence.ts';
import { registerReadTransfers } from './tools/read-transfers.ts';
import { registerShowUsage } from './tools/show-usage.ts';
import { registerVerifyReport } from './tools/verify-report.ts';
import { registerExplainWithdrawal, registerRateWithdrawal } from './tools/withdrawals.ts';

const INSTRUCTIONS = `Assay rates wallet addresses by where their money comes from and goes to: one star (very risky) to five (safe), or not rated (N/A) where too little is known. A rating says what published labels and the records the service holds show. It does not prove who controls an address, and no label is no proof of safety. Results of test keys (mode "test") say nothing about any address.`;

export interface ServerOptions {
  /** Whether tools may read files of this machine: only where the caller runs this process. */
  readonly readsFiles: boolean;
}

/** A server with the tools that the key opens: without `checks:write` there is none that spends. */
export function buildServer(access: Access, { readsFiles }: ServerOptions): McpServer {
  const server = new McpServer(
    { name: 'assay-mcp', title: 'Assay', version: VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  if (access.scopes.has('checks:write')) {
    registerCheckAddress(server, access);
    registerCheckTransfer(server, access);
    registerRateWithdrawal(server, access);
  }
  if (access.scopes.has('checks:read')) {
    registerExplainResult(server, access);
    registerListEvidence(server, access);
    registerListChecks(server, access);
    registerReadTransfers(server, access);
    registerExplainWithdrawal(server, access);
  }
  registerListAssets(server, access);
  registerShowUsage(server, access);
  registerVerifyReport(server, access, readsFiles);
  return server;
}
