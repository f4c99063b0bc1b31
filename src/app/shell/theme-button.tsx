/** Switches the theme; by default it follows the system. */
import type { ReactNode } from 'react';
import { nextTheme, type Theme } from '../../drawing/view/choices';
import { Button } from '../controls/button';
import { useApp } from '../controls/use-app';
import { useStore } from '../controls/use-store';

const WORDS: { readonly [theme in Theme]: string } = {
  auto: 'system',
  light: 'light',
  dark: 'dark',
  contrast: 'high contrast',
};

export function ThemeButton(): ReactNode {
  const app = useApp();
  const { theme } = useStore(app.choices);
  return (
    <Button
      data-testid="theme"
      aria-label={`Theme: ${WORDS[theme]}. Next theme`}
      title={`Theme: ${WORDS[theme]}`}
      onClick={() => app.choices.update(nextTheme)}
    >
      ◐
    </Button>
  );
}
