import { tieWorkerdToProcess } from "../../scripts/local/tieWorkerdToProcess";

/** Runs once before the suites, so that their Workers end with them. */
export default tieWorkerdToProcess;
