import { ServiceMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1';
import { Ajv } from 'ajv';
import { Deployment } from 'kubernetes-models/apps/v1';
import { Job } from 'kubernetes-models/batch/v1';
import { Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { Service } from 'kubernetes-models/v1';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readConfig, SETTING_NAMES } from '../../../../src/platform/config/config.ts';
import { SECRET_SETTINGS } from '../../../../src/platform/config/secret-files.ts';
import { unsafeToServe } from '../../../../src/platform/config/unsafe-to-serve.ts';
import { PRODUCT_VERSION } from '../../../../src/platform/kernel/product-version.ts';
import { type Manifest, readChart, renderChart, type Values } from './render-chart.ts';

const chart = await readChart(new URL('../../../../../../deploy/helm/assay/', import.meta.url));
const acceptsValues = new Ajv({ strict: false }).compile(chart.schema);

/** The schemas of Kubernetes and of the Prometheus operator, as their own API descriptions state them. */
const KINDS = { Deployment, Job, Service, PodDisruptionBudget, NetworkPolicy, Ingress, ServiceMonitor };

const everything: Values = {
  ...chart.values,
  imagePullSecrets: [{ name: 'registry' }],
  data: { existingClaim: 'assay-keys' },
  ingress: { ...(chart.values['ingress'] as object), enabled: true, className: 'nginx', annotations: { a: 'b' } },
  serviceMonitor: { enabled: true, interval: '30s' },
};

const Pod = z.object({
  spec: z.object({
    automountServiceAccountToken: z.boolean(),
    terminationGracePeriodSeconds: z.number().optional(),
    securityContext: z.record(z.string(), z.unknown()),
    containers: z.tuple([
      z.object({
        image: z.string(),
        command: z.array(z.string()).optional(),
        env: z.array(z.object({ name: z.string(), value: z.string() })),
        securityContext: z.record(z.string(), z.unknown()),
        volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string(), readOnly: z.boolean().optional() })),
        livenessProbe: z.unknown().optional(),
        readinessProbe: z.unknown().optional(),
      }),
    ]),
    volumes: z.array(z.looseObject({ name: z.string() })),
  }),
});

function manifestOf(kind: string, values: Values = everything): Manifest {
  const found = renderChart(chart, values).filter((manifest) => manifest.kind === kind);
  if (found[0] === undefined || found.length > 1) throw new Error(`The chart renders ${found.length} of ${kind}`);
  return found[0];
}

function podOf(kind: 'Deployment' | 'Job', values: Values = everything) {
  const manifest = z.object({ spec: z.object({ template: Pod }) }).parse(manifestOf(kind, values));
  const { spec } = manifest.spec.template;
  return { ...spec, container: spec.containers[0] };
}

function environmentOf(kind: 'Deployment' | 'Job'): Readonly<Record<string, string>> {
  return Object.fromEntries(podOf(kind).container.env.map(({ name, value }) => [name, value]));
}

describe('the chart', () => {
  it.each(Object.keys(KINDS))('renders a %s that its schema accepts', (kind) => {
    const { apiVersion, ...rest } = manifestOf(kind);
    const Kind = KINDS[kind as keyof typeof KINDS];
    expect(apiVersion).toBe(Kind.apiVersion);
    // The classes are typed each by its own kind; what is rendered is judged at run time.
    const object = new (Kind as new (data: object) => { validate(): void })(rest);
    expect(() => object.validate()).not.toThrow();
    const broken = new (Kind as new (data: object) => { validate(): void })({ ...rest, metadata: { name: 7 } });
    expect(() => broken.validate()).toThrow();
  });

  it('renders no kind that is not judged, and without options neither Ingress nor ServiceMonitor', () => {
    const kinds = renderChart(chart, chart.values).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(['Deployment', 'Job', 'NetworkPolicy', 'PodDisruptionBudget', 'Service']);
    expect(
      renderChart(chart, everything)
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(Object.keys(KINDS).sort());
  });

  it('is of the version of the product', () => {
    expect(chart.facts).toMatchObject({ AppVersion: PRODUCT_VERSION, Version: PRODUCT_VERSION });
    for (const kind of ['Deployment', 'Job'] as const) {
      expect(podOf(kind).container.image).toBe(`registry.example.org/assay:${PRODUCT_VERSION}`);
    }
  });

  it.each(['Deployment', 'Job'] as const)('runs the %s without rights on a root that cannot be written', (kind) => {
    const { securityContext, container, automountServiceAccountToken } = podOf(kind);
    expect(automountServiceAccountToken).toBe(false);
    expect(securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: 10_001,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(container.volumeMounts.map(({ mountPath }) => mountPath).sort()).toEqual([
      '/run/secrets/assay',
      '/tmp',
      '/var/lib/assay',
    ]);
  });

  it.each(['Deployment', 'Job'] as const)('hands the %s settings that there are, and secrets as files only', (kind) => {
    for (const [name, value] of Object.entries(environmentOf(kind))) {
      const secret = name.endsWith('_FILE') ? name.slice(0, -'_FILE'.length) : null;
      if (secret === null) {
        expect(SETTING_NAMES).toContain(name);
        expect(SECRET_SETTINGS).not.toContain(name);
      } else {
        expect(SECRET_SETTINGS).toContain(secret);
        expect(value).toMatch(/^\/run\/secrets\/assay\/[\w-]+$/);
      }
    }
    const secrets = podOf(kind).volumes.find(({ name }) => name === 'secrets');
    // Readable by the group of the account alone: 0440.
    expect(secrets).toMatchObject({ secret: { secretName: 'assay', defaultMode: 0o440 } });
  });

  it('starts servers that are safe to open to others once an operator has put in what is theirs', () => {
    const given = Object.entries(environmentOf('Deployment')).map(([name, value]) =>
      name === 'SMTP_URL_FILE'
        ? ['SMTP_URL', 'smtps://user:secret@mail.firm.test']
        : [name, value.replaceAll('example.org', 'firm.test').replace('Example', 'Firm')],
    );
    const settings = Object.fromEntries(given.filter(([name]) => !String(name).endsWith('_FILE')));
    expect(unsafeToServe(readConfig({ HOST: '0.0.0.0', ...settings }))).toEqual([]);
  });

  it('gives all servers the secret that opens the signing keys in the database', () => {
    for (const kind of ['Deployment', 'Job'] as const) {
      expect(environmentOf(kind)['REPORT_KEYS_SECRET_FILE']).toBe('/run/secrets/assay/report-keys');
    }
    const { files } = chart.values['secrets'] as { readonly files: Readonly<Record<string, string>> };
    const others = Object.fromEntries(Object.entries(files).filter(([name]) => name !== 'REPORT_KEYS_SECRET'));
    expect(acceptsValues({ ...chart.values, secrets: { name: 'assay', files: others } })).toBe(false);
  });

  it('asks /healthz whether a server lives and /readyz whether it gets requests', () => {
    const { container } = podOf('Deployment');
    expect(container.livenessProbe).toMatchObject({ httpGet: { path: '/healthz', port: 'http' } });
    expect(container.readinessProbe).toMatchObject({ httpGet: { path: '/readyz', port: 'http' } });
  });

  it('gives a server that stops longer than the longest delay and grace', () => {
    expect(podOf('Deployment').terminationGracePeriodSeconds).toBeGreaterThan(60 + 300);
  });

  it('migrates before servers are replaced, and keeps as many as before meanwhile', () => {
    expect(manifestOf('Job')).toMatchObject({
      metadata: { annotations: { 'helm.sh/hook': 'pre-install,pre-upgrade' } },
    });
    expect(podOf('Job').container.command).toEqual(['node', 'tools/assay.mjs', 'migrate']);
    expect(manifestOf('Deployment')).toMatchObject({
      spec: { replicas: 2, strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } } },
    });
  });

  it('lets the ingress controller and Prometheus in, and nobody else', () => {
    const { spec } = z
      .object({ spec: z.object({ ingress: z.array(z.object({ from: z.array(z.unknown()) })) }) })
      .parse(manifestOf('NetworkPolicy'));
    expect(spec.ingress.map(({ from }) => from)).toEqual(
      ['ingress-nginx', 'monitoring'].map((name) => [
        { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': name } } },
      ]),
    );
  });

  it('shows Prometheus the token of the secret', () => {
    expect(manifestOf('ServiceMonitor')).toMatchObject({
      spec: {
        endpoints: [{ path: '/metrics', authorization: { credentials: { name: 'assay', key: 'metrics-token' } } }],
      },
    });
  });
});

describe('the follower of the chart', () => {
  const values = { ...chart.values, follower: { ...(chart.values['follower'] as object), enabled: true } };
  const Named = z.looseObject({ metadata: z.object({ name: z.string() }) });
  const follower = renderChart(chart, values).find(
    (one) => one.kind === 'Deployment' && Named.parse(one).metadata.name === 'assay-follow',
  );
  const { apiVersion, ...rest } = follower ?? { apiVersion: 'none' };

  it('is rendered only where it is asked for, as Kubernetes accepts it', () => {
    expect(apiVersion).toBe(Deployment.apiVersion);
    const object = new (Deployment as new (data: object) => { validate(): void })(rest);
    expect(() => object.validate()).not.toThrow();
    expect(renderChart(chart, chart.values).filter(({ kind }) => kind === 'Deployment')).toHaveLength(1);
  });

  it('runs the command without rights, with the list of networks from the secret, and gets no requests', () => {
    const { spec } = z.object({ spec: z.object({ template: Pod }) }).parse(follower);
    const [container] = spec.template.spec.containers;
    expect(container.command).toEqual(['node', 'tools/assay.mjs', 'follow', '--config', '/run/secrets/assay/follow']);
    expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } });
    expect(spec.template.spec.securityContext).toMatchObject({ runAsNonRoot: true });
    // The service leads to pods of the component `server` alone.
    expect(manifestOf('Service')).toMatchObject({ spec: { selector: { 'app.kubernetes.io/component': 'server' } } });
    expect(follower).toMatchObject({
      spec: { template: { metadata: { labels: { 'app.kubernetes.io/component': 'follow' } } } },
    });
  });
});

describe('the values of the chart', () => {
  it('are as its schema says', () => {
    expect(acceptsValues(chart.values), JSON.stringify(acceptsValues.errors)).toBe(true);
    expect(acceptsValues(everything)).toBe(true);
  });

  it.each([
    ['an http address', { settings: { ...(chart.values['settings'] as object), PUBLIC_URL: 'http://a.example' } }],
    ['a secret among the settings', { settings: { ...(chart.values['settings'] as object), AUTH_SECRET_FILE: '/a' } }],
    ['a port of its own', { settings: { ...(chart.values['settings'] as object), PORT: '8080' } }],
    ['a number where a text is needed', { settings: { ...(chart.values['settings'] as object), TRUST_PROXY: 1 } }],
    ['no server', { replicas: 0 }],
    ['a name that is not known', { replica: 2 }],
  ])('are refused with %s', (_what, change) => {
    expect(acceptsValues({ ...chart.values, ...change })).toBe(false);
  });
});

describe('the renderer', () => {
  const only = (template: string) => ({ ...chart, templates: new Map([['one.yaml', template]]) });

  it('refuses what it does not know, so that it renders nothing otherwise than helm', () => {
    for (const template of ['{{ lookup "v1" }}', '{{ if .Values.a }}', '{{ end }}', '{{ .Values.a.b }}', '{{ $x }}']) {
      expect(() => renderChart(only(template), {})).toThrow();
    }
  });

  it('renders texts, lists and maps as Go does: maps in the order of their names', () => {
    const template =
      'kind: A\nlist:{{ range $k, $v := .Values.map }}\n- {{ $k }}={{ $v | quote }}{{ else }}{{ end }}\n';
    expect(renderChart(only(template), { map: { b: 'y"', a: 'x' } })).toEqual([
      { kind: 'A', list: ['a="x"', 'b="y\\""'] },
    ]);
  });
});
