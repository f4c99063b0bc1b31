/** The style sheets of the workbench, in cascade order. Those of features come after: they import this first. */
import './workbench.css';
import './rows.css';
import './panel-title.css';
import './legend.css';
import './panel-extras.css';
import './print.css';
import './model.css';
