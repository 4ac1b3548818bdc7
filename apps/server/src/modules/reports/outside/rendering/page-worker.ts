import type { ApiFetch } from '../../../../platform/host/api-fetch.ts';
import type { PageJob, RenderedPage } from '../../../../platform/host/page-renderer.ts';
import { renderPage } from '../../../../platform/host/render-page.ts';
import { importSiteBuild, type SiteBuild } from '../../../../platform/host/site-build.ts';
import type { CallMessage, PageTask, ReplyMessage, SiteTask } from './page-messages.ts';

const builds = new Map<string, Promise<SiteBuild>>();

/** Runs in a worker thread. Resolves to the rendered page; to the version of the build where only that was to be loaded. */
export default async function render(task: PageTask | SiteTask): Promise<RenderedPage | string> {
  const build = await buildOf(task.origin);
  if (!('job' in task)) {
    if (task.rehearsal !== undefined) void rehearse(build, task.rehearsal);
    return build.id;
  }
  const { job, port } = task;
  const gone = new AbortController();
  const calls = openCalls(port, gone);
  try {
    return await renderPage(build, job, { apiFetch: calls, signal: gone.signal });
  } finally {
    port.close();
  }
}

/** Renders a page that nobody gets, so that the first one that somebody waits for meets code that has run. */
async function rehearse(build: SiteBuild, job: PageJob): Promise<void> {
  const noApi: ApiFetch = async () => new Response(null, { status: 503 });
  try {
    await renderPage(build, job, { apiFetch: noApi, signal: new AbortController().signal });
  } catch {
    // A page that fails is reported to those who ask for it.
  }
}

/** The build is loaded once; a later one takes its place. */
function buildOf({ buildDir, stamp }: PageTask['origin']): Promise<SiteBuild> {
  const key = `${stamp} ${buildDir}`;
  const known = builds.get(key);
  if (known !== undefined) return known;
  const build = importSiteBuild(buildDir, stamp);
  builds.clear();
  builds.set(key, build);
  build.catch(() => builds.delete(key));
  return build;
}

/** Calls of the API, which the thread that answers requests makes for the page. */
function openCalls(port: PageTask['port'], gone: AbortController): ApiFetch {
  const waiting = new Map<number, { resolve(answer: Response): void; reject(error: Error): void }>();
  let nextId = 0;
  port.on('message', (message: ReplyMessage) => {
    switch (message.kind) {
      case 'gone':
        gone.abort();
        for (const call of waiting.values()) call.reject(left());
        waiting.clear();
        return;
      case 'answer': {
        const headers = message.headers.map(([name, value]): [string, string] => [name, value]);
        waiting.get(message.id)?.resolve(new Response(message.body, { status: message.status, headers }));
        break;
      }
      case 'failure':
        waiting.get(message.id)?.reject(new Error(message.message));
        break;
    }
    waiting.delete(message.id);
  });
  return (path, init = {}) =>
    new Promise((resolve, reject) => {
      if (gone.signal.aborted) {
        reject(left());
        return;
      }
      const id = nextId;
      nextId += 1;
      waiting.set(id, { resolve, reject });
      const { method = 'GET', body } = init;
      const call: CallMessage = {
        id,
        path,
        method,
        headers: [...new Headers(init.headers)],
        body: typeof body === 'string' ? body : null,
      };
      port.postMessage(call);
    });
}

function left(): Error {
  return new Error('the visitor of this page has left');
}
