/**
 * Memory and CPU time of another process, from /proc: the peaks while it is watched, and what each of its threads has used.
 * A thread is named by its own name and a number in the order of their beginning; those of a pool are one.
 */
import { readdirSync, readFileSync } from 'node:fs';

const SAMPLE_MS = 50;
/** Clock ticks, in which Linux counts CPU time (USER_HZ). */
const TICK_MS = 10;

/** Null where the process, or the thread, has ended. */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** @param {string} stat of a process or a thread. @returns user and system time in ms */
export function cpuMsOf(stat) {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

const nameOf = (stat) => stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
const megabytes = (status, field) =>
  (Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024) / 1e6;

/** @returns {Map<number, {name: string, ms: number}>} by thread id */
function threadTimes(pid) {
  const times = new Map();
  let ids;
  try {
    ids = readdirSync(`/proc/${pid}/task`);
  } catch {
    return times;
  }
  for (const id of ids) {
    const stat = read(`/proc/${pid}/task/${id}/stat`);
    if (stat !== null) times.set(Number(id), { name: nameOf(stat), ms: cpuMsOf(stat) });
  }
  return times;
}

/**
 * @typedef {object} Watched
 * @property {number} anonymousMb highest memory that no file backs (RssAnon)
 * @property {number} residentMb highest resident memory (VmRSS)
 * @property {ReadonlyMap<string, number>} threads CPU time of each since the watch began, in ms; those with little of
 *   it are `others` together
 * @property {number} cpuMs of all threads
 */

/** @returns {{stop: () => Watched}} */
export function watch(pid) {
  const before = threadTimes(pid);
  let threads = new Map();
  let anonymousMb = Number.NaN;
  let residentMb = Number.NaN;
  const most = (a, b) => (Number.isNaN(a) || b > a ? b : a);
  const sample = () => {
    const status = read(`/proc/${pid}/status`);
    if (status === null) return;
    anonymousMb = most(anonymousMb, megabytes(status, 'RssAnon'));
    residentMb = most(residentMb, megabytes(status, 'VmRSS'));
    threads = new Map([...threads, ...threadTimes(pid)]);
  };
  sample();
  const timer = setInterval(sample, SAMPLE_MS);
  return {
    stop() {
      clearInterval(timer);
      sample();
      const used = [...threads]
        .map(([id, { name, ms }]) => ({ id, name, ms: ms - (before.get(id)?.ms ?? 0), isMain: id === pid }))
        .sort((a, b) => a.id - b.id);
      const cpuMs = used.reduce((total, { ms }) => total + ms, 0);
      return { anonymousMb, residentMb, threads: named(used, cpuMs), cpuMs };
    },
  };
}

/** Share of the CPU time below which a thread is not told of on its own. */
const WORTH_NAMING = 0.02;

/** Threads of a pool take each other's work: they are one entry. */
const POOL = /^ThreadPool/;

function named(used, cpuMs) {
  const found = new Map();
  const add = (name, ms) => found.set(name, (found.get(name) ?? 0) + ms);
  const counts = new Map();
  for (const { name, ms, isMain } of used) {
    if (isMain) add('main thread', ms);
    else if (POOL.test(name)) add('thread pool', ms);
    else if (ms <= cpuMs * WORTH_NAMING) add('others', ms);
    else {
      const number = (counts.get(name) ?? 0) + 1;
      counts.set(name, number);
      add(`${name} ${number}`, ms);
    }
  }
  return found;
}
