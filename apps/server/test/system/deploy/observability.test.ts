import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Registry } from 'prom-client';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { wireMetrics } from '../../../src/app/composition/metrics.ts';
import { webhookMetrics } from '../../../src/modules/api/webhooks/webhook-metrics.ts';
import { followMetrics } from '../../../src/modules/nodes/follow-metrics.ts';
import { standbyMetrics } from '../../../src/modules/warehouse/standby-metrics.ts';
import { openPool } from '../../../src/platform/db/index.ts';
import { securityLog } from '../../support/security-log.ts';

const run = promisify(execFile);
const ROOT = new URL('../../../../../', import.meta.url);
const PROMETHEUS = fileURLToPath(new URL('deploy/observability/prometheus/', ROOT));
const PAGE = await readFile(new URL('docs/operations/monitoring.md', ROOT), 'utf8');

const Rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z
          .object({ alert: z.string(), expr: z.string(), annotations: z.object({ runbook: z.string() }).loose() })
          .loose(),
      ),
    }),
  ),
});
const Cases = z.object({
  tests: z.array(
    z
      .object({ alert_rule_test: z.array(z.object({ alertname: z.string(), exp_alerts: z.array(z.unknown()) })) })
      .loose(),
  ),
});
const Dashboard = z.object({
  uid: z.string(),
  title: z.string(),
  panels: z.array(
    z.object({
      title: z.string(),
      description: z.string(),
      gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
      targets: z.array(z.object({ expr: z.string(), refId: z.string() }).loose()).min(1),
    }),
  ),
});

const alerts = Rules.parse(parse(await readFile(path.join(PROMETHEUS, 'alerts.yml'), 'utf8'))).groups.flatMap(
  ({ rules }) => rules,
);
const dashboards = await Promise.all(
  ['assay-service', 'assay-operations'].map(async (name) => {
    const text = await readFile(new URL(`deploy/observability/grafana/${name}.json`, ROOT), 'utf8');
    return Dashboard.parse(JSON.parse(text));
  }),
);

const folder = await mkdtemp(path.join(tmpdir(), 'assay-observability-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The rows of the page's table: name, type and labels. */
const documented = [...PAGE.matchAll(/^\| `(assay_\w+)` \| (\w+) \|([^|]*)\| (?:process|installation) \|/gm)].map(
  ([, name, type, labels = '']) => ({ name, type, labels: [...labels.matchAll(/`(\w+)`/g)].map(([, one]) => one) }),
);
const names = new Set(documented.map(({ name }) => name));

/** The names of our metrics in an expression, without what a histogram adds to them. */
const metricsIn = (expr: string) =>
  [...expr.matchAll(/\bassay_\w+/g)].map(([name]) => name.replace(/_(bucket|sum|count)$/, ''));

describe('the page about monitoring', () => {
  it('lists every metric of the product with its type and labels, and no other', async () => {
    const pool = openPool('postgres://assay@127.0.0.1:9/assay', { connectWithinMs: 200 });
    const registry = new Registry();
    const metrics = [
      ...wireMetrics(pool, { service: pool }).metrics,
      ...followMetrics(pool),
      ...standbyMetrics(pool),
      ...webhookMetrics().metrics,
    ];
    for (const metric of [...metrics, ...securityLog().events.metrics]) registry.registerMetric(metric);
    const shown = await registry.getMetricsAsJSON();
    await pool.end();
    const declared = shown.map(({ name, type }) => ({
      name,
      type: String(type),
      labels: labelNamesOf(registry.getSingleMetric(name)),
    }));
    // It is made with the route, whose test holds it.
    declared.push({ name: 'assay_http_request_seconds', type: 'histogram', labels: ['method', 'route', 'status'] });
    const byName = (one: { name?: string | undefined }, other: { name?: string | undefined }) =>
      String(one.name) < String(other.name) ? -1 : 1;
    expect(documented.toSorted(byName)).toEqual(declared.toSorted(byName));
  });

  it('has a section for each alert, which the alert names', () => {
    expect(alerts.length).toBeGreaterThan(10);
    for (const { alert, annotations } of alerts) {
      expect(annotations.runbook).toBe(`docs/operations/monitoring.md#${alert.toLowerCase()}`);
      expect(PAGE).toContain(`\n### ${alert}\n`);
    }
    const sections = [...PAGE.matchAll(/^### (Assay\w+)$/gm)].map(([, name = '']) => name);
    expect(sections.toSorted()).toEqual(alerts.map(({ alert }) => alert).toSorted());
  });
});

describe('the alerts', () => {
  it('are rules that Prometheus takes, and fire and stay quiet as their cases say', async () => {
    const { stdout } = await run('promtool', ['test', 'rules', 'alerts.test.yml'], { cwd: PROMETHEUS });
    expect(stdout).toContain('SUCCESS');
    expect((await run('promtool', ['check', 'rules', 'alerts.yml'], { cwd: PROMETHEUS })).stdout).toContain(
      `SUCCESS: ${alerts.length} rules found`,
    );
  });

  it('have a case in which they fire and one in which they stay quiet', async () => {
    const { tests } = Cases.parse(parse(await readFile(path.join(PROMETHEUS, 'alerts.test.yml'), 'utf8')));
    const cases = tests.flatMap((one) => one.alert_rule_test);
    for (const { alert } of alerts) {
      const own = cases.filter(({ alertname }) => alertname === alert);
      expect(own).toHaveLength(2);
      expect(own.some(({ exp_alerts }) => exp_alerts.length > 0)).toBe(true);
      expect(own.some(({ exp_alerts }) => exp_alerts.length === 0)).toBe(true);
    }
  });

  it('ask for metrics that the page lists', () => {
    for (const { expr } of alerts) for (const name of metricsIn(expr)) expect(names).toContain(name);
  });
});

describe.each(dashboards)('the dashboard "$title"', ({ uid, panels }) => {
  it('asks what Prometheus understands, of metrics that the page lists', async () => {
    const exprs = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr.replaceAll('$__rate_interval', '5m')));
    for (const expr of exprs) for (const name of metricsIn(expr)) expect(names).toContain(name);
    const rules = exprs.map((expr, at) => ({ record: `panel:${at}`, expr }));
    const file = path.join(folder, `${uid}.yml`);
    await writeFile(file, JSON.stringify({ groups: [{ name: uid, rules }] }));
    const { stdout } = await run('promtool', ['check', 'rules', file]);
    expect(stdout).toContain(`SUCCESS: ${exprs.length} rules found`);
  });

  it('has panels that do not overlap', () => {
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
  });
});

function labelNamesOf(metric: unknown): string[] {
  return z.object({ labelNames: z.array(z.string()) }).parse(metric).labelNames;
}
