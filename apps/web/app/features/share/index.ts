export { DownloadReport } from './download-report.tsx';
export { ShareMenu } from './share-menu.tsx';
export { type ShareFacts, useShare } from './use-share.ts';
