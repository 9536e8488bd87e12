/** The board of published games inside the studio. */

import { insideWorker, serveAsWorker } from "../../../publish/runtime/worker.js";

if (insideWorker()) serveAsWorker();
