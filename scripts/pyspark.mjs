/**
 * The environment of the deep tests of the Spark job: a Python with PySpark, pyarrow, pandas and DuckDB in pinned versions,
 * installed from PyPI once per machine, and a Java that Spark runs on.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { installPackages } from './chromium.mjs';

const VERSIONS = {
  pyspark: '4.3.0',
  py4j: '0.10.9.9',
  pyarrow: '26.0.1',
  pandas: '3.1.1',
  numpy: '2.4.6',
  'python-dateutil': '4.0.0',
  tzdata: '2026.6',
  duckdb: '2.0.1',
};
const OLDEST_JAVA = 17;
const JAVA_PACKAGE = 'openjdk-17-jre-headless';

/** Prints nothing where the versions are those. */
const ASK = `
import importlib.metadata as of, sys
import duckdb, pandas, pyarrow, pyspark
for pinned in sys.argv[1:]:
    name, version = pinned.split("==")
    if of.version(name) != version: print(name, of.version(name), "is not", version)
`;

const pins = Object.entries(VERSIONS).map(([name, version]) => `${name}==${version}`);

/** @returns {string | null} what is wrong with a Python; null where it has all of it. */
function wrongWith(python) {
  if (!existsSync(python)) return `there is no ${python}`;
  const { status, stdout, stderr, error } = spawnSync(python, ['-c', ASK, ...pins], { encoding: 'utf8' });
  if (error !== undefined) return error.message;
  return status === 0 && stdout === '' ? null : (stdout || stderr).trim().split('\n').at(-1);
}

/** @returns {number | null} major version of the Java that Spark would take; null where there is none. */
function javaVersion() {
  const home = process.env.JAVA_HOME;
  const { stderr } = spawnSync(home ? join(home, 'bin', 'java') : 'java', ['-version'], { encoding: 'utf8' });
  const found = /version "(?:1\.)?(\d+)/.exec(stderr ?? '');
  return found === null ? null : Number(found[1]);
}

const isJavaNew = () => (javaVersion() ?? 0) >= OLDEST_JAVA;

function ensureJava() {
  if (!isJavaNew()) installPackages([JAVA_PACKAGE]);
  if (isJavaNew()) return;
  const found = javaVersion();
  throw new Error(
    `The deep tests need Java ${OLDEST_JAVA} or 21, and ${found === null ? 'none runs' : `${found} was found`}. ` +
      `Install it, as ${JAVA_PACKAGE}, or name its folder in JAVA_HOME.`,
  );
}

function run(command, args) {
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0)
    throw new Error(
      `The deep tests need a Python environment with ${pins.join(' ')}, which could not be made ` +
        `(${command} ${args.slice(0, 3).join(' ')}: ${error?.message ?? `exit ${status}`}). Install Python 3.10 or later with venv ` +
        'and make PyPI reachable, or name the python of such an environment in PYSPARK_PYTHON_PATH.',
    );
}

/**
 * @returns {string} path of a Python that has the packages in these versions; Java runs as well. Throws with instructions
 * where either cannot be had.
 */
export function ensurePyspark() {
  ensureJava();
  const named = process.env.PYSPARK_PYTHON_PATH;
  if (named) {
    const wrong = wrongWith(named);
    if (wrong !== null) throw new Error(`PYSPARK_PYTHON_PATH names ${named}: ${wrong}`);
    return named;
  }
  const folder = join(
    process.env.XDG_CACHE_HOME || join(homedir(), '.cache'),
    'qlogscope',
    `pyspark-${VERSIONS.pyspark}`,
  );
  const python = join(folder, 'bin', 'python');
  if (wrongWith(python) === null) return python;
  mkdirSync(dirname(folder), { recursive: true });
  // An environment that is half made, or of other versions, is not mended.
  rmSync(folder, { recursive: true, force: true });
  run('python3', ['-m', 'venv', folder]);
  run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...pins]);
  const wrong = wrongWith(python);
  if (wrong !== null) throw new Error(`${folder} was made, and is not as it should be: ${wrong}`);
  return python;
}
