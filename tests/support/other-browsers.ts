/**
 * Firefox and WebKit for the deep tests, each as three calls: open an address, run a script in the page, close.
 * Firefox speaks WebDriver BiDi (puppeteer-core). WebKitGTK speaks WebDriver, which is JSON over HTTP, and needs a
 * display, which Xvfb gives.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import puppeteer from 'puppeteer-core';
import { ensureOtherBrowsers } from '../../scripts/other-browsers.mjs';

export interface OtherBrowser {
  open(url: string): Promise<void>;
  /** @param script an expression in the page; a promise is waited for. @returns its value, as JSON carries it. */
  run(script: string): Promise<unknown>;
  close(): Promise<void>;
}

const WIDTH = 1440;
const HEIGHT = 6000;

export async function startFirefox(): Promise<OtherBrowser> {
  const { firefox } = ensureOtherBrowsers();
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: firefox,
    headless: true,
    protocolTimeout: 0,
    defaultViewport: { width: WIDTH, height: HEIGHT },
  });
  const page = await browser.newPage();
  return {
    async open(url) {
      await page.goto(url);
    },
    run: (script) => page.evaluate(script),
    close: () => browser.close(),
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts Xvfb on a display of its own choice. @returns the process, and the display's name. */
function startDisplay(path: string): Promise<{ readonly process: ChildProcess; readonly name: string }> {
  const display = spawn(path, ['-displayfd', '3', '-screen', '0', `${WIDTH}x${HEIGHT}x24`], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    display.on('error', reject);
    display.on('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
    display.stdio[3]?.once('data', (number: Buffer) =>
      resolve({ process: display, name: `:${number.toString().trim()}` }),
    );
  });
}

export async function startWebKit(): Promise<OtherBrowser> {
  const { webkit, display: xvfb } = ensureOtherBrowsers();
  const display = await startDisplay(xvfb as string);
  const port = await freePort();
  const driver = spawn(webkit as string, [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display.name,
      GDK_BACKEND: 'x11',
      LIBGL_ALWAYS_SOFTWARE: '1',
      // It refuses its sandbox where user namespaces are not allowed, as in most containers.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  });
  const base = `http://127.0.0.1:${port}`;
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(`${base}${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`WebDriver ${method} ${path}: ${JSON.stringify(value).slice(0, 500)}`);
    return value;
  };
  const isUp = async (): Promise<boolean> => {
    if (driver.exitCode !== null) throw new Error(`WebKitWebDriver ended with ${driver.exitCode}`);
    return ask('GET', '/status').then(
      () => true,
      () => false,
    );
  };
  while (!(await isUp()));
  const { sessionId } = (await ask('POST', '/session', {
    capabilities: { alwaysMatch: { timeouts: { script: 600_000, pageLoad: 600_000 } } },
  })) as { sessionId: string };
  await ask('POST', `/session/${sessionId}/window/rect`, { x: 0, y: 0, width: WIDTH, height: HEIGHT });
  return {
    async open(url) {
      await ask('POST', `/session/${sessionId}/url`, { url });
    },
    async run(script) {
      const told = (await ask('POST', `/session/${sessionId}/execute/async`, {
        script: `const done = arguments[0];
          (async () => (${script}))().then((value) => done({ value }), (error) => done({ error: String(error) }));`,
        args: [],
      })) as { value?: unknown; error?: string };
      if (told.error !== undefined) throw new Error(told.error);
      return told.value;
    },
    async close() {
      await ask('DELETE', `/session/${sessionId}`);
      driver.kill();
      display.process.removeAllListeners('exit');
      display.process.kill();
    },
  };
}
