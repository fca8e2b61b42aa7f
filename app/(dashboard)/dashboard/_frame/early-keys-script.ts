/**
 * In the language of the oldest browser that opens the dashboard, and short: every page has it. The scripts it waits for may never
 * come, so the browser keeps its own keys, and a field what is typed into it. Windows types letters with Ctrl and Alt.
 */
export const EARLY_KEYS_SCRIPT = `addEventListener("keydown",function f(e){
var d=document.documentElement.dataset,k=e.key||"",c=e.ctrlKey||e.metaKey,t=e.target;
if("listens"in d)return removeEventListener("keydown",f);
if(c&&k.toLowerCase()=="k")d.early="";
else if(!("early"in d)||c&&!e.altKey||/^(input|textarea|select)$/i.test(t.tagName)||t.isContentEditable)return;
else if(k=="Escape")delete d.early;
else if(k.length==1)d.early+=k;
else return;
e.preventDefault()})`;
