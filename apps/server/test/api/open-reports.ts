import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withKeyStates } from '@assay/certificate';
import type { RawTransfer } from '@assay/exposure';
import { expect } from 'vitest';
import { wireChecks } from '../../src/app/composition/checks.ts';
import { OPERATOR } from '../../src/modules/checks/index.ts';
import { importLabels } from '../../src/modules/labels/index.ts';
import { appendTransfers, ensureLedger } from '../../src/modules/records/index.ts';
import { wireReports } from '../../src/modules/reports/open/reports.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { inTransaction, type Pool } from '../../src/platform/db/index.ts';
import { testDatabase } from '../support/database.ts';

const LISTED = '0x28c6c06298d514db089934071355e5743bf21d60';
const BETWEEN = `0x${'22'.repeat(20)}`;
/** Everything it received came from a listed account, through another account. */
export const SUBJECT = `0x${'11'.repeat(20)}`;

function usdt(from: string, to: string, dollars: number, at: number): RawTransfer {
  return {
    block: 19_000_000 + at,
    transactionIndex: 0,
    transactionId: `0x${at.toString(16).padStart(64, '0')}`,
    kind: 'token',
    index: 0,
    ordinal: 0,
    from,
    to,
    amount: BigInt(dollars) * 1_000_000n,
    time: 1_704_067_200 + at * 3600,
  };
}

/** A small installation with real records, labels, keys and reports; its keys and files are in `folder`. */
export async function openReports(folder: string) {
  const database = await testDatabase();
  const { pool } = database;
  await labelAs(pool, folder, 'sanctions');
  await append(pool, [usdt('issuer', LISTED, 10_000, 1), usdt(LISTED, BETWEEN, 100, 2), usdt(BETWEEN, SUBJECT, 90, 3)]);
  const log = {
    warn: (_facts: unknown, message: string) => expect.fail(message),
    error: ({ err }: { err: unknown }) => expect.fail(String(err)),
  };
  const { checks } = wireChecks(pool, log);
  const config = readConfig({ ASSAY_DATA_DIR: folder });
  const reports = wireReports(pool, config, checks, log);
  async function read(subId: string) {
    const { body } = await reports.certificates.certify(subId);
    const { bytes: pdf } = await reports.reports.readReport(subId, OPERATOR.sub);
    const keys = `${JSON.stringify(withKeyStates(await reports.certificates.keySet()))}\n`;
    return { certificate: body, pdf, keys };
  }
  return {
    config,
    pool,
    /** A finished check with its certificate, its PDF and the keys that verify both. */
    async issue() {
      const request = { address: SUBJECT, ticker: 'USDT', parent: 'ETH' };
      const { subId } = await checks.runCheck(OPERATOR, request, { answerWithinMs: Number.POSITIVE_INFINITY });
      return { subId, ...(await read(subId)) };
    },
    /** The files that are served for a check now. */
    read,
    /** The record of issue of a file, as the server returns it. */
    readRecord: (sha256: string) => reports.certificates.readRecord(sha256),
    /** A record from before the last stated one: it cannot be distinguished from those that existed then. */
    insertEarlier: () => append(pool, [usdt('issuer', BETWEEN, 7, 0)]),
    changeLabels: () => labelAs(pool, folder, 'exchange_licensed'),
    appendRecords: () => append(pool, [usdt(SUBJECT, LISTED, 10, 4), usdt(LISTED, SUBJECT, 500, 5)]),
    async close() {
      await reports.close();
      await checks.close(0, 'fail');
      await database.drop();
    },
  };
}

async function labelAs(pool: Pool, folder: string, category: string): Promise<void> {
  const file = path.join(folder, 'labels.jsonl');
  const label = {
    network: 'ETH',
    address: LISTED,
    entity: 'Somebody',
    category,
    confidence: 100,
    source_date: '2023-01-01',
  };
  await writeFile(file, JSON.stringify(label));
  await importLabels(pool, { format: 'jsonl', locations: [file], setName: 'example', origin: 'import' });
}

async function append(pool: Pool, transfers: readonly RawTransfer[]): Promise<void> {
  const ledger = await ensureLedger(pool, 'ETH', 'USDT');
  await inTransaction(pool, (client) => appendTransfers(client, ledger, { add: transfers }));
}
