/**
 * The drawing as a package, `qlogscope/drawing`: the panels of the page as SVG, from what `qlogscope/engine` has read. No
 * DOM is needed.
 *
 * @packageDocumentation
 */
export { type DrawnPanel, drawPanel, PANELS, type PanelFacts, type PanelOptions } from './draw-panel';
