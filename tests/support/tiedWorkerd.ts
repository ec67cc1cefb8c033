import { tieWorkerdToProcess } from "../../scripts/local/tieWorkerdToProcess";

/** Once, before the suites: their Workers run as those of the local portal do, and end with them. */
export default tieWorkerdToProcess;
