/**
 * Runs in the browser as source text: records input before hydration (app/earlyInput.ts), and loads the page's
 * modules after its first frame.
 */
const AFTER_PAINT = `(begin=>{window.earlyInput=new Map;for(const type of["input","change"])addEventListener(type,event=>window.earlyInput?.set(event.target,event.target.value),true);let begun=false;const once=()=>{if(begun)return;begun=true;for(const link of document.querySelectorAll('link[rel="later"]'))link.rel="modulepreload";begin()};document.hidden?once():requestAnimationFrame(()=>setTimeout(once));setTimeout(once,1000)})`;

/**
 * Delays a page's modules until after its first paint, at most a second; hidden pages load them immediately. Keeps
 * every element, because React hydrates them. Searches only the two places where Remix names modules: searching the
 * whole of a long list took a tenth of its response time.
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
  // Without this script nothing would load the modules.
  if (later === page.slice(script)) return page;
  const links = page.indexOf(MODULE_LINK);
  const linksEnd = page.indexOf("<script", links);
  const laterLinks = page.slice(links, linksEnd).replaceAll(MODULE_LINK, '<link rel="later" ');
  return page.slice(0, links) + laterLinks + page.slice(linksEnd, script) + later;
}

const MODULE_LINK = '<link rel="modulepreload" ';
