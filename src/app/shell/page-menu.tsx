/** The page's menu: every command of the registry, with its keys. */
import type { ReactNode } from 'react';
import { MenuDetails } from '../controls/menu-details';
import { MenuCommandsPart } from './parts';

export function PageMenu(): ReactNode {
  return (
    <MenuDetails className="page-menu" label="Menu" name="Menu">
      <MenuCommandsPart />
    </MenuDetails>
  );
}
