/**
 * Runs in the browser as its own text: notes what somebody uses meanwhile (app/earlyInput.ts), and asks for the page's
 * modules once its first frame is on the screen.
 */
const AFTER_PAINT = `(begin=>{window.earlyInput=new Map;for(const type of["input","change"])addEventListener(type,event=>window.earlyInput?.set(event.target,event.target.value),true);let begun=false;const once=()=>{if(begun)return;begun=true;for(const link of document.querySelectorAll('link[rel="later"]'))link.rel="modulepreload";begin()};document.hidden?once():requestAnimationFrame(()=>setTimeout(once));setTimeout(once,1000)})`;

/**
 * The page as Remix wrote it, whose modules are asked for after its first paint: before it they only take the line from
 * what is seen. A page that is opened out of sight, or is not painted for a second, goes on at once. Elements stay as
 * they are, since React finds them again; only their attributes and text change.
 *
 * Looks at the two places alone where Remix names modules, its links and then the page's last script: a search through
 * the whole of a long list cost a tenth of its answer.
 */
export function scriptsAfterPaint(page: string): string {
  const script = page.lastIndexOf("<script");
  const later = page
    .slice(script)
    .replace(/^<script([^>]*) type="module" async="">([\s\S]*?)<\/script>/, (_, attributes: string, code: string) => {
      const names: string[] = [];
      const files: string[] = [];
      const rest = code.replace(/import \* as (route\d+) from (".*?");/g, (_, name: string, file: string) => {
        names.push(name);
        files.push(`import(${file})`);
        return "";
      });
      return `<script${attributes}>${AFTER_PAINT}(()=>Promise.all([${files}]).then(([${names}])=>{${rest}}))</script>`;
    });
  // Without such a script nothing would ask for them.
  if (later === page.slice(script)) return page;
  const links = page.indexOf(MODULE_LINK);
  const linksEnd = page.indexOf("<script", links);
  const laterLinks = page.slice(links, linksEnd).replaceAll(MODULE_LINK, '<link rel="later" ');
  return page.slice(0, links) + laterLinks + page.slice(linksEnd, script) + later;
}

const MODULE_LINK = '<link rel="modulepreload" ';
