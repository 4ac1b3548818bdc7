import { describe, expect, it } from 'vitest';
import { readConfig } from '../config.ts';

const MAIN = { DATABASE_URL: 'postgres://assay:secret@10.0.0.1:5432/assay' };
const DB2 = 'postgres://assay:p=s@10.0.0.2:5432/assay';
const DB3 = 'postgresql://assay@10.0.0.3/assay';

describe('ledger servers in the settings', () => {
  it('are names with addresses, and nobody without them', () => {
    expect(readConfig({}).ledgerServers).toEqual({
      servers: [],
      betweenServers: new Map(),
      standbys: new Map(),
      mostLagSeconds: 10,
    });
    const { ledgerServers } = readConfig({
      ...MAIN,
      LEDGER_SERVERS: `db2=${DB2}  db3=${DB3}`,
      LEDGER_SERVERS_REPLICATION: `main=${DB3}`,
    });
    expect(ledgerServers.servers).toEqual([
      { name: 'db2', url: DB2 },
      { name: 'db3', url: DB3 },
    ]);
    expect(ledgerServers.betweenServers).toEqual(new Map([['main', DB3]]));
  });

  it.each([`main=${DB2}`, `DB2=${DB2}`, `db2=${DB2} db2=${DB3}`, 'db2=10.0.0.2', 'db2=http://10.0.0.2/assay', DB2])(
    'are refused without being repeated: %s',
    (LEDGER_SERVERS) => {
      expect(() => readConfig({ ...MAIN, LEDGER_SERVERS })).toThrow(/LEDGER_SERVERS must be names/);
      expect(() => readConfig({ ...MAIN, LEDGER_SERVERS })).not.toThrow(/10\.0\.0/);
    },
  );

  it('need a main database that they can copy from', () => {
    expect(() => readConfig({ LEDGER_SERVERS: `db2=${DB2}` })).toThrow('DATABASE_URL must be set too');
  });

  it('have standbys, of names that are there', () => {
    const given = {
      ...MAIN,
      LEDGER_SERVERS: `db2=${DB2}`,
      READ_STANDBYS: `main=${DB3} db2=${DB3}`,
      READ_STANDBYS_LAG: '30',
    };
    const { standbys, mostLagSeconds } = readConfig(given).ledgerServers;
    expect(standbys).toEqual(new Map(['main', 'db2'].map((name) => [name, DB3])));
    expect(mostLagSeconds).toBe(30);
    const unknown = { ...given, READ_STANDBYS: `db3=${DB3}` };
    expect(() => readConfig(unknown)).toThrow('READ_STANDBYS must be of main');
    expect(() => readConfig({ READ_STANDBYS: `main=${DB3}` })).toThrow('DATABASE_URL must be set too');
    expect(() => readConfig({ ...given, READ_STANDBYS_LAG: '0' })).toThrow('READ_STANDBYS_LAG must be a whole number');
  });
});
