/**
 * Finds Firefox and WebKitGTK for the deep tests, and installs Debian's packages if they are missing and that is
 * allowed: `firefox-esr`, `webkit2gtk-driver`, `xvfb` (WebKitGTK needs a display).
 */
import { existsSync } from 'node:fs';
import { installPackages } from './chromium.mjs';

const PROGRAMS = [
  { name: 'firefox', path: '/usr/bin/firefox-esr', variable: 'FIREFOX_PATH', package: 'firefox-esr' },
  {
    name: 'webkit',
    path: '/usr/bin/WebKitWebDriver',
    variable: 'WEBKIT_DRIVER_PATH',
    package: 'webkit2gtk-driver',
  },
  { name: 'display', path: '/usr/bin/Xvfb', variable: 'XVFB_PATH', package: 'xvfb' },
];

const pathOf = ({ path, variable }) => process.env[variable] || path;

/**
 * @returns {{firefox: string, webkit: string, display: string}} paths of the programs. Throws with instructions if one
 * is missing and cannot be installed.
 */
export function ensureOtherBrowsers() {
  const missing = () => PROGRAMS.filter((program) => !existsSync(pathOf(program)));
  if (missing().length > 0) installPackages(missing().map((program) => program.package));
  const [first] = missing();
  if (first !== undefined)
    throw new Error(
      `The deep tests need ${first.package}, which could not be installed. Install it by hand, or name it in ${first.variable}.`,
    );
  return Object.fromEntries(PROGRAMS.map((program) => [program.name, pathOf(program)]));
}
