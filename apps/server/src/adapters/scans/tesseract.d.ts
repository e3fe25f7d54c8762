/** What is used of tesseract.js: what its worker does, without the thread it would start for it. */
declare module 'tesseract.js/src/worker-script/index.js' {
  type Answer = { status: 'progress' } | { status: 'reject'; data: string } | { status: 'resolve'; data: unknown };
  type Packet = { workerId: string; jobId: string; action: string; payload: object };
  const script: { setAdapter(adapter: object): void; dispatchHandlers(packet: Packet, send: (answer: Answer) => void): void };
  export default script;
}
declare module 'tesseract.js/src/worker-script/node/getCore.js' {
  const getCore: unknown;
  export default getCore;
}
declare module 'tesseract.js/src/worker-script/node/gunzip.js' {
  const gunzip: unknown;
  export default gunzip;
}
