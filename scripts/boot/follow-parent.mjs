/** Loaded before the program of a child of ours: when the parent is gone, however it went, the child is asked to stop as by SIGTERM. */
const parent = Number(process.env.DMSE_PARENT);

if (parent) {
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500);
  watch.unref();
}
