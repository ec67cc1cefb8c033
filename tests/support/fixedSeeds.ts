import fc from "fast-check";
import { TEST_SEED } from "./tier";

fc.configureGlobal({ seed: TEST_SEED });
