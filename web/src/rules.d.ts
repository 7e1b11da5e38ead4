declare module "rules:*" {
  const sections: import("../plugins/rules.ts").Section[];
  export default sections;
}
