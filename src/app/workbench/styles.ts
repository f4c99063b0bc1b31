/** The style sheets of the workbench, in the order of the cascade. Those of features come behind: they import this first. */
import './workbench.css';
import './panel-extras.css';
import './print.css';
import './model.css';
