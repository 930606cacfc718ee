import type { ComponentType } from 'react';
import { MuiTheme } from '../session/mui-theme.tsx';

/** A screen made with MUI, in our theme. MUI loads with the first such screen. */
export function withMuiTheme(Screen: ComponentType): ComponentType {
  return function MuiScreen() {
    return (
      <MuiTheme>
        <Screen />
      </MuiTheme>
    );
  };
}
