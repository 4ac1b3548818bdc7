import { describe, expect, it } from 'vitest';
import { openIdProviders } from '../../src/modules/accounts/outside/identity/openid-provider.ts';
import { txtRecords } from '../../src/modules/accounts/outside/identity/txt-records.ts';
import { useCompanyApp } from '../support/company.ts';
import { startForgingProvider } from '../support/forging-provider.ts';

const SETTINGS = { client_id: 'assay', client_secret: 'secret' };

describe('settings of a company’s login that are refused', () => {
  const server = useCompanyApp();

  it('are those of an administrator, of a personal workspace, and without a recent confirmation', async () => {
    const owner = await server.signedIn('owner@roles.example');
    await owner.post('/api/workspaces', { name: 'Roles' });
    await owner.post('/api/workspace/invitations', { email: 'admin@roles.example', role: 'admin' });
    const admin = await server.signedIn('admin@roles.example');
    await admin.post('/api/workspaces/invitation/accept', { token: server.workspaces.lastToken() });
    expect((await admin.get('/api/workspace/identity')).status).toBe(200);
    const saving = { issuer: server.provider.issuer, ...SETTINGS };
    expect((await admin.put('/api/workspace/identity/provider', saving)).errorName).toBe('RoleNotAllowed');
    const alone = await server.signedIn('alone@roles.example');
    expect((await alone.put('/api/workspace/identity/provider', saving)).errorName).toBe('NotFound');
    server.passTime(16 * 60_000);
    const late = server.browser();
    for (const [name, value] of owner.cookies) late.cookies.set(name, value);
    await late.get('/api/auth/refresh');
    expect((await late.put('/api/workspace/identity/provider', saving)).errorName).toBe('StepUpRequired');
  });

  it('name a domain that is anybody’s, or none', async () => {
    const owner = await server.signedIn('owner@domains.example');
    await owner.post('/api/workspaces', { name: 'Domains' });
    const claim = (domain: string) => owner.post('/api/workspace/identity/domains', { domain });
    for (const domain of ['gmail.com', 'Outlook.com', 'proton.me', 'mailinator.com', 'blocked.example']) {
      expect((await claim(domain)).errorName, domain).toBe('MailDomainRefused');
    }
    for (const domain of ['com', '10.0.0.1', 'a b.example', '-a.example', 'firm.example.', '']) {
      expect((await claim(domain)).errorName, domain).toBe('ValidationError');
    }
    const first = await claim('firm.example');
    expect((await claim('firm.example')).data['id']).toBe(first.data['id']);
    for (let number = 2; number <= 20; number += 1) await claim(`firm${number}.example`);
    expect((await claim('one-too-many.example')).errorName).toBe('TooManyDomains');
  });

  it('name a provider that is none, another one, or that answers for several', async () => {
    const owner = await server.signedIn('owner@issuer.example');
    await owner.post('/api/workspaces', { name: 'Issuer' });
    const save = (issuer: string) => owner.put('/api/workspace/identity/provider', { issuer, ...SETTINGS });
    const forging = await startForgingProvider();
    try {
      expect((await save(forging.issuer)).status).toBe(200);
      for (const described of [
        { issuer: 'https://login.else.example' },
        { issuer: `${forging.issuer}/{tenantid}` },
        { authorization_endpoint: 'javascript:alert(1)' },
        { authorization_endpoint: 'http://login.else.example/authorize' },
        { authorization_endpoint: undefined },
        { token_endpoint: undefined },
      ]) {
        forging.describe(described);
        expect((await save(forging.issuer)).errorName, JSON.stringify(described)).toBe('IssuerRefused');
      }
      forging.describe({});
      expect((await save(`${forging.issuer}/.well-known/openid-configuration`)).errorName).toBe('IssuerRefused');
      expect((await save(`${forging.issuer}/nothing`)).errorName).toBe('IssuerRefused');
    } finally {
      await forging.close();
    }
    expect((await save(forging.issuer)).error['message']).toContain('did not answer');
    for (const issuer of ['ftp://login.example', 'login.example', 'http://login.example', 'https://10.0.0.1']) {
      expect(['IssuerRefused', 'ValidationError'], issuer).toContain((await save(issuer)).errorName);
    }
  });
});

describe('a server that others reach', () => {
  const settings = (issuer: string) => ({ issuer, clientId: 'assay', clientSecret: 'secret' });

  it('asks no provider over plain http, nor in a private network, whatever its name resolves to', async () => {
    const forging = await startForgingProvider();
    const providers = openIdProviders({ privateHosts: [], allowsLoopback: false });
    try {
      for (const issuer of [
        forging.issuer,
        forging.issuer.replace('127.0.0.1', 'localhost'),
        forging.issuer.replace('http:', 'https:'),
        'https://localhost',
        'https://[::1]',
        'https://169.254.169.254',
        'https://user:password@login.example',
      ]) {
        await expect(providers.describe(settings(issuer)), issuer).rejects.toMatchObject({ reason: 'refused address' });
      }
      expect(forging.requests).toEqual([]);
    } finally {
      await providers.close();
      await forging.close();
    }
  });

  it('says that no resolver answered', async () => {
    await expect(txtRecords(['127.0.0.1:9'])('firm.example')).rejects.toMatchObject({ name: 'DnsFault' });
  });
});
